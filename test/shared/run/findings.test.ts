import { getAll } from '../../../shared/operations/pass/getAll';
import { upsert } from '../../../shared/operations/pass/upsert';
import { findingOf, useCore } from '../../support/core';
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

it('a pass whose value the list does not show may match a filter', async () => {
  const { loyalty: templateId } = core.sandbox.templates;
  const seed = (values: object) => core.sandbox.control.seedPasses(templateId, 1, { values });
  const shown = seed({ templateFields: { homeShop: 'Quay 4' } });
  seed({ customFields: { homeShop: 'Quay 4' } });
  seed({});
  const filter = { templateId, limit: 10, fieldName: 'Home shop', fieldValue: 'quay 4' };
  const { out, report } = await core.run(getAll, [filter, { ...filter, validity: 'voided' }]);
  expect(out.map(({ id }) => id)).toEqual(shown);
  expect(findingOf(report, 'withoutListedValue')?.lines).toEqual([
    "2 passes may match as well: the list of passes shows no 'Home shop' for them, because the field is empty or its value was written elsewhere. 'Export' has the values of all fields.",
  ]);

  // The list has all values of the fields of the card type.
  const byBalance = { ...filter, fieldName: 'balance', fieldValue: '7' };
  expect((await core.run(getAll, byBalance)).report.findings).toEqual([]);
});
