import type { InputOf } from '../../fields';
import type { TemplateDesign } from '../../service/design';
import type { DesignInput } from '../../service/designChanges';
import type { designInputs } from './inputs';

/** Inputs of Create and Update that make up the design. */
export type DesignInputs = InputOf<typeof designInputs> & Pick<DesignInput, 'useStampCollection'>;

/** The template a design is for; a property is `undefined` if it has not been read or is new. */
export interface CurrentTemplate {
  type?: string;
  design?: TemplateDesign;
}
