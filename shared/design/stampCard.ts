/** Rules of stamp cards that the service checks only after the images are uploaded. */

import { invalidInput } from '../errors/serviceError';
import type { DesignBody, DesignInput } from './changes';
import type { ImageKey } from './designJson';
import type { Design } from './fields';

interface Image {
  key: ImageKey;
}

type Input = [label: string, key: string];

/**
 * @param changes see `designChanges`
 * @param images that are sent
 * @param current the design to change; `undefined` if it was not read
 * @throws {ServiceError} `invalidInput`
 */
export function checkStampCard(
  { stampCount, useStampCollection }: DesignInput,
  changes: DesignBody,
  images: readonly Image[],
  current: Design | undefined,
): void {
  if (useStampCollection === 'turnOff' && stampCount !== undefined) {
    const problem = "has a value, but 'Stamp Card' is set to Turn Off";
    throw invalidInput('Stamp Card Size', 'stampCount', problem, 'Use only one of the two.');
  }
  if (changes.useStampCollection === true && current) {
    const { type, json } = current;
    const input: Input =
      stampCount === undefined
        ? ['Design (JSON)', 'designJson']
        : ['Stamp Card Size', 'stampCount'];
    if (type !== 'loyalty') {
      const fix = 'Only a loyalty card can be a stamp card.';
      throw invalidInput(...input, 'needs a loyalty template', fix);
    }
    if (!(changes.stampCount ?? json?.stampCount)) {
      const fix = "Enter the size of the card in 'Stamp Card Size'.";
      throw invalidInput(...input, "has 'useStampCollection' without 'stampCount'", fix);
    }
  }
  const isStampCard = changes.useStampCollection ?? current?.json?.useStampCollection;
  if (isStampCard && isUnpaired(images)) {
    const missing: Input = hasImage(images, 'stamp')
      ? ['Hero Image', 'hero']
      : ['Stamp Image', 'stamp'];
    const fix = 'A stamp card needs new hero and stamp images together. Use both, or neither.';
    throw invalidInput(...missing, 'is missing', fix);
  }
}

/** Whether only one of the hero and stamp images is given; a stamp card needs both or neither. */
export function isUnpaired(images: readonly Image[]): boolean {
  return hasImage(images, 'stamp') !== hasImage(images, 'hero');
}

function hasImage(images: readonly Image[], wanted: ImageKey): boolean {
  return images.some(({ key }) => key === wanted);
}
