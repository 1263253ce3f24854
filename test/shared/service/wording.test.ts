import { duration } from '../../../shared/service/wording';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

test.each([
  [1, '1 second'],
  [90 * SECOND, '90 seconds'],
  [600 * SECOND, '10 minutes'],
  [47 * HOUR, '47 hours'],
  [24 * HOUR, '1 day'],
  [48 * HOUR, '2 days'],
  [1000 * HOUR, '42 days'],
])('A duration of %d ms reads %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
