import { ALL_RESULTS } from '../../../../shared/fields';
import { createContext } from '../../../../shared/operations/context';
import { getAll } from '../../../../shared/operations/pass/getAll';
import { getAll as getTemplates } from '../../../../shared/operations/template/getAll';
import { pickPasses } from '../../../../shared/pickers/passes';
import { runPhases } from '../../../../shared/run/itemPhases';
import { fastClock } from '../../../support/clock';
import { template, templatePage } from '../../../support/documented';
import { failureOf } from '../../../support/failures';
import { scripted } from '../../../support/scriptedTransport';

/** More than a function takes as arguments. */
const COUNT = 150_000;

test('A page of any length is read, also by a picker', async () => {
  const passes = Array.from({ length: COUNT }, (_, i) => ({ id: `p${i}`, created: -i }));
  const { transport } = scripted({ body: JSON.stringify({ passes, totalCount: COUNT }) });
  const context = createContext({
    connection: { baseUrl: 'https://x.example', apiKey: 'svc_sk_1' },
    transport,
    clock: fastClock,
  });
  const found = await runPhases(getAll, context, { templateId: 't', limit: ALL_RESULTS });
  expect([found].flat().length).toBe(COUNT);
  const { choices } = await pickPasses(context.client, { templateId: 't' });
  // The last one might share its time with others on the next page.
  expect(choices.length).toBe(COUNT - 1);
});

test('A list of templates that is longer than any real one is given up', async () => {
  let pages = 0;
  const data = Array.from({ length: 200_000 }, (_, i) => template({ id: `t${i}` }));
  const { transport } = scripted(() => ({ body: templatePage(data, `c${(pages += 1)}`) }));
  const context = createContext({
    connection: { baseUrl: 'https://x.example', apiKey: 'svc_sk_1' },
    transport,
    clock: fastClock,
  });
  const { message } = await failureOf(runPhases(getTemplates, context, { limit: ALL_RESULTS }));
  expect(message).toBe('The list of templates does not end: 600000 were read');
});
