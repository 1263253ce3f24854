import type { CaseName } from '../../bench/memory/cases';
import type { ManyPasses } from '../../bench/memory/manyPasses';
import { startManyPasses } from '../../bench/memory/manyPasses';
import { MEMORY_PASSES as PASSES } from '../support/long';

const AS_ITEMS: CaseName[] = ['getMany', 'getManyRaw', 'exportItems'];
/** The fixed part of a run's memory, independent of its data. */
const FIXED = 4e6;
const MINUTES = 60_000;

let service: ManyPasses;
beforeAll(async () => {
  service = await startManyPasses(PASSES);
}, 5 * MINUTES);
afterAll(async () => {
  await service.close();
});

describe(`the memory that ${PASSES} passes take`, () => {
  it.each(AS_ITEMS)(
    'as items takes at most twice the memory of the items: %s',
    async (name) => {
      const { rows, held, bytes, peak } = await service.measure(name);
      expect(rows).toBe(PASSES);
      // Items take more than the characters of their JSON, or something was not measured.
      expect(held).toBeGreaterThan(bytes);
      expect(peak).toBeLessThan(2 * held + FIXED);
    },
    10 * MINUTES,
  );

  it(
    'as a file outside the items does not depend on the size of the file',
    async () => {
      const { rows, bytes, peak } = await service.measure('exportFile');
      expect(rows).toBe(PASSES);
      expect(bytes).toBeGreaterThan(PASSES * 100);
      expect(peak).toBeLessThan(FIXED);
    },
    10 * MINUTES,
  );

  it(
    'as a file inside the items is at most twice the file as stored in the item',
    async () => {
      const { rows, bytes, peak } = await service.measure('exportInItem');
      expect(rows).toBe(PASSES);
      expect(peak).toBeLessThan((2 * bytes * 4) / 3 + FIXED);
    },
    10 * MINUTES,
  );

  // Last, because it adds passes.
  it(
    'on the template of a run that issues more is that of their external IDs',
    async () => {
      const { rows, peak } = await service.measure('issueMany');
      expect(rows).toBe(600);
      // A row of the list takes about a kilobyte.
      expect(peak).toBeLessThan(PASSES * 250 + FIXED);
    },
    10 * MINUTES,
  );
});
