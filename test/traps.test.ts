import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { TRAPS_WITHOUT_TEST } from './trapsWithoutTest';

/** The numbers of `reference/traps.md`: stable, and named by tests as `trap 7:` or `traps 7, 8:`. */
const NUMBERS = Array.from({ length: 138 }, (_, i) => i + 1);

/** `it('…`, `test.each(…)('…`: everything quoted that begins with trap numbers and a colon. */
const NAME = /['"`]traps? (\d+(?:, \d+)*): /g;

function numbersIn(text: string): number[] {
  return [...text.matchAll(NAME)].flatMap(([, list = '']) => list.split(', ').map(Number));
}

const tested = new Set(
  readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && file !== 'traps.test.ts')
    .flatMap((file) => numbersIn(readFileSync(join(__dirname, file), 'utf8'))),
);
const excused = Object.keys(TRAPS_WITHOUT_TEST).map(Number);

it('every trap has a test that names it, or a reason why it needs none', () => {
  expect(NUMBERS.filter((one) => !tested.has(one) && !excused.includes(one))).toEqual([]);
});

it('what stands on the list of those that need none has none', () => {
  expect(excused.filter((one) => tested.has(one))).toEqual([]);
});

it('no name and no reason is given to a trap that there is not', () => {
  expect([...tested, ...excused].filter((one) => !NUMBERS.includes(one))).toEqual([]);
  expect(Object.values(TRAPS_WITHOUT_TEST).filter((reason) => reason.trim() === '')).toEqual([]);
});

it('names are read as they are written', () => {
  const of = (name: string) => numbersIn(`it('${name}', () => {`);
  expect(of('trap 7: one')).toEqual([7]);
  expect(of('traps 7, 12, 138: several')).toEqual([7, 12, 138]);
  expect(of('a word before trap 7: does not count')).toEqual([]);
});
