/** Rules of stamp cards that the service checks only after the images are uploaded. */

import { invalidInput } from '../errors/serviceError';
import type { DesignBody, DesignInput } from './changes';
import type { ImageKey } from './designJson';
import type { Design } from './fields';

/** Labels of the inputs that the rules refuse. */
const LABELS = {
  stampCount: 'Stamp Card Size',
  designJson: 'Design (JSON)',
  hero: 'Hero Image',
  stamp: 'Stamp Image',
};

/**
 * @param changes see `designChanges`
 * @param images keys of the images that are sent
 * @param current the design to change; `undefined` if it was not read
 * @throws {ServiceError} `invalidInput`
 */
export function checkStampCard(
  { stampCount, useStampCollection }: DesignInput,
  changes: DesignBody,
  images: readonly ImageKey[],
  current: Design | undefined,
): void {
  if (useStampCollection === 'turnOff' && stampCount !== undefined) {
    const problem = "has a value, but 'Stamp Card' is set to Turn Off";
    throw invalidInput('Stamp Card Size', 'stampCount', problem, 'Use only one of the two.');
  }
  const input = stampCount === undefined ? 'designJson' : 'stampCount';
  const isTurnedOn = changes.useStampCollection === true;
  if (isTurnedOn && current) checkTurnedOn(input, changes, current);
  const isStampCard = changes.useStampCollection ?? current?.json?.useStampCollection;
  if (isStampCard && hasUnpairedImage(images)) {
    const missing = images.includes('stamp') ? 'hero' : 'stamp';
    const hint = 'A stamp card needs new hero and stamp images together. Use both, or neither.';
    throw invalidInput(LABELS[missing], missing, 'is missing', hint);
  }
}

function checkTurnedOn(
  input: 'designJson' | 'stampCount',
  changes: DesignBody,
  { type, json }: Design,
): void {
  if (type !== 'loyalty') {
    const hint = 'Only a loyalty card can be a stamp card.';
    throw invalidInput(LABELS[input], input, 'needs a loyalty template', hint);
  }
  if (!(changes.stampCount ?? json?.stampCount)) {
    const hint = "Enter the size of the card in 'Stamp Card Size'.";
    throw invalidInput(LABELS[input], input, "has 'useStampCollection' without 'stampCount'", hint);
  }
}

/** Whether only one of the hero and stamp images is given; a stamp card needs both or neither. */
function hasUnpairedImage(images: readonly ImageKey[]): boolean {
  return images.includes('stamp') !== images.includes('hero');
}
