import { invalidInput } from '../../errors/serviceError';
import type { ServiceError } from '../../errors/serviceError';
import type { InputImage } from './imageInputs';
import type { CurrentTemplate, DesignInputs } from './designInputs';
import { designInputs } from './inputs';

/**
 * Rules of stamp cards that the service checks only after the images are uploaded.
 * @throws {ServiceError} `invalidInput`
 */
export function checkStampCard(
  { stampCount, useStampCollection }: DesignInputs,
  changes: Record<string, unknown>,
  images: readonly InputImage[],
  current: CurrentTemplate,
): void {
  if (useStampCollection === 'turnOff' && stampCount !== undefined) {
    const problem = "has a value, but 'Stamp Card' is set to Turn Off";
    throw invalidInput('Stamp Card Size', 'stampCount', problem, 'Use only one of the two.');
  }
  const input = stampCount === undefined ? 'designJson' : 'stampCount';
  const isTurnedOn = changes.useStampCollection === true;
  if (isTurnedOn && current.type !== undefined) checkNewStampCard(input, changes, current);
  const isStampCard = changes.useStampCollection ?? current.design?.useStampCollection;
  if (isStampCard && hasUnpairedImage(images)) throw missingPairImage(images);
}

/** Whether only one of the hero and stamp images is given; a stamp card needs both or neither. */
export function hasUnpairedImage(images: readonly InputImage[]): boolean {
  return images.filter(({ key }) => key === 'stamp' || key === 'hero').length === 1;
}

function checkNewStampCard(
  input: 'designJson' | 'stampCount',
  changes: Record<string, unknown>,
  { type, design }: CurrentTemplate,
): void {
  const { label } = designInputs[input];
  if (type !== 'loyalty') {
    const hint = 'Only a loyalty card can be a stamp card.';
    throw invalidInput(label, input, 'needs a loyalty template', hint);
  }
  if (!(changes.stampCount ?? design?.stampCount)) {
    const hint = "Enter the size of the card in 'Stamp Card Size'.";
    throw invalidInput(label, input, "has 'useStampCollection' without 'stampCount'", hint);
  }
}

function missingPairImage(images: readonly InputImage[]): ServiceError {
  const missing = images.some(({ key }) => key === 'stamp') ? 'hero' : 'stamp';
  return invalidInput(
    designInputs[missing].label,
    missing,
    'is missing',
    'A stamp card needs new hero and stamp images together. Use both, or neither.',
  );
}
