/**
 * Changes to a design: from single inputs and Design (JSON) to the `pass` object of a request, without its images
 * (designImages.ts). Which field keeps which ID is decided in fieldIds.ts.
 */

import { throwIfAny } from '../errors/serviceError';
import { compact, omit } from '../runtime/records';
import type { BarcodeType } from '../service/vocabulary';
import { IMAGE_KEYS, designJsonErrors } from './designJson';
import {
  type FieldInputs,
  type FieldParts,
  enteredFields,
  listFields,
  mapFields,
  rowErrors,
} from './enteredFields';
import { assignFieldIds, needsCurrentFieldIds } from './fieldIds';
import { type TemplateDesign, FIELD_PARTS, shownFields } from './fields';

/** Changes to a design as entered. {@link checkDesign} checks them. */
export interface DesignInput extends FieldInputs {
  backgroundColor?: string;
  textColor?: string;
  labelColor?: string;
  barcode?: 'keep' | 'show' | 'hide';
  barcodeType?: 'keep' | BarcodeType;
  stampCount?: number;
  useStampCollection?: 'keep' | 'turnOff';
}

/** The `pass` object of a request. */
export type DesignBody = Record<string, unknown>;

/**
 * Checks what does not depend on the template.
 * @throws {ServiceError} `invalidInput` naming every invalid row and every invalid value in Design (JSON)
 */
export function checkDesign({ rows, designJson = {} }: DesignInput): void {
  throwIfAny([...rows.flatMap(rowErrors), ...designJsonErrors(designJson)]);
}

/** Whether the field IDs depend on the current design. */
export function needsCurrentDesign(input: DesignInput): boolean {
  return needsCurrentFieldIds(listFields(enteredFields(input)));
}

/**
 * The `pass` object of a create or update request, without images. Single inputs override Design (JSON).
 * @param input has passed {@link checkDesign}
 * @param current the design to change; required if {@link needsCurrentDesign}
 * @throws {ServiceError} `invalidInput` naming the fields without a clear ID
 */
export function designChanges(input: DesignInput, current?: TemplateDesign): DesignBody {
  return {
    ...otherJsonKeys(input),
    ...fieldChanges(input, current),
    ...colorChanges(input),
    ...barcodeChanges(input),
    ...stampCardChanges(input),
  };
}

/** The keys of Design (JSON) that are sent as they are. */
function otherJsonKeys({ designJson = {} }: DesignInput): DesignBody {
  return omit(designJson, ...FIELD_PARTS, ...IMAGE_KEYS);
}

/**
 * Every field is sent with its ID: otherwise the service derives the ID from the label, and a new label would orphan
 * all values.
 */
function fieldChanges(input: DesignInput, current?: TemplateDesign): FieldParts<object> {
  const fields = enteredFields(input);
  const parts = new Set(FIELD_PARTS.filter((part) => part in fields));
  const ids = assignFieldIds(listFields(fields), parts, current ? shownFields(current) : []);
  return mapFields(fields, (field) => {
    const { label, otherKeys } = field;
    return { ...otherKeys, ...compact({ id: ids.get(field), label }) };
  });
}

function colorChanges({ backgroundColor, textColor, labelColor }: DesignInput): DesignBody {
  return {
    ...compact({ backgroundColor, textColor, labelColor }),
    // These colors are shown only if automatic ones are off.
    ...(textColor || labelColor ? { adjustTextColor: false } : {}),
  };
}

function barcodeChanges({ barcode = 'keep', barcodeType = 'keep' }: DesignInput): DesignBody {
  return {
    ...(barcode === 'keep' ? {} : { barcode: barcode === 'show' }),
    ...(barcodeType === 'keep' ? {} : { barcodeType }),
  };
}

function stampCardChanges({ stampCount, useStampCollection }: DesignInput): DesignBody {
  return {
    ...(stampCount === undefined ? {} : { useStampCollection: true, stampCount }),
    ...(useStampCollection === 'turnOff' ? { useStampCollection: false } : {}),
  };
}
