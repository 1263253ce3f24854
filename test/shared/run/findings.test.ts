import { upsert } from '../../../shared/operations/pass/upsert';
import { useCore } from '../../support/core';
import { editLists } from '../../support/editBodies';

const core = useCore();

it('a local number of a pass that stays as it is was sent no text message', async () => {
  const { loyalty } = core.sandbox.templates;
  const phone = '01511234567';
  core.sandbox.control.seedPasses(loyalty, 20, { externalIdPrefix: 'M-', values: { phone } });
  const items = Array.from({ length: 20 }, (_, i) => ({
    ...{ templateId: loyalty, externalId: `M-${i + 1}`, phone, sendToPhone: 'send' },
  }));
  const through = editLists(({ passes }) => {
    for (const row of passes) Object.assign(row, { phone });
  });
  const { out, report } = await core.run(upsert, items, { through });
  expect(out).toHaveLength(20);
  expect(new Set(out.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
  expect(report.findings).toEqual([]);
});
