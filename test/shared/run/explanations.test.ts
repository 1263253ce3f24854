import { invalidInput, throwIfAny } from '../../../shared/errors/serviceError';
import { explanations } from '../../../shared/run/explanations';
import { itemList, itemName } from '../../../shared/operations/itemNames';

const invalid = (label: string, fix: string) => invalidInput(label, label, 'is invalid', fix);
const textsOf = (...problems: ReturnType<typeof invalid>[]) => {
  try {
    throwIfAny(problems);
  } catch (error) {
    return explanations(error as (typeof problems)[0]);
  }
  return [];
};

test('The text of an error names the problem and the fix', () => {
  expect(textsOf(invalid('A', 'Fix it.'))).toEqual(["'A' is invalid. Fix it."]);
});

test('Each problem with its own fix has a text', () => {
  expect(textsOf(invalid('A', 'Fix A.'), invalid('B', 'Fix B.'))).toEqual([
    "'A' is invalid. Fix A.",
    "'B' is invalid. Fix B.",
  ]);
});

test('Problems with the same fix have one text', () => {
  const problems = [invalid('A', 'Fix it.'), invalid('B', 'Fix B.'), invalid('C', 'Fix it.')];
  expect(textsOf(...problems)).toEqual([
    "'A' is invalid; 'C' is invalid. Fix it.",
    "'B' is invalid. Fix B.",
  ]);
});

test.each([
  [[], [], 'none'],
  [[1], [], 'item 1'],
  [[1], [1, 2], 'item 1 (row 2)'],
  [[0, 1, 2, 5], [], 'items 0-2, 5'],
  [[0, 1, 2, 5], [2, 3, 9, 12, 13, 14], 'items 0-2, 5 (rows 2-3, 9, 14)'],
  [[0, 3], [1, 2], 'items 0, 3'],
])('Items %j with the rows %j are called %s', (indexes, rows, text) => {
  expect(itemList(indexes, rows)).toBe(text);
});

test('A long list of items is cut', () => {
  const odd = Array.from({ length: 12 }, (_, i) => 2 * i + 1);
  expect(itemList(odd, [])).toBe('items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and 2 more');
  const pairs = odd.flatMap((one) => [2 * one, 2 * one + 1]);
  expect(itemList(pairs, [])).toMatch(/, 38-39 and 4 more$/);
  expect(itemName(1, [1, 2])).toBe('item 1 (row 2)');
});
