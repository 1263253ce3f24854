/**
 * How `--write` asks: on a template and five passes of its own, which have no contact while they are issued, so that nothing
 * is sent. The order of the checks is that of the requests.
 */
import { objectIn, once, readPage, textOf } from './facts';
import {
  type Checks,
  counted,
  Differs,
  isRow,
  judge,
  judgeFields,
  NotTried,
  type Outcome,
  type Row,
} from './outcome';
import { EXTERNAL_ID, FIELD, ownTemplate, PASSES, STAMP_COUNT } from './ownTemplate';
import { searchPhone } from './readingPasses';
import type { Service } from './service';
import { LINK_FIELDS, type WriteId } from './statements';

/** Long enough for a new time in milliseconds. */
const MOMENT_MS = 25;
const DAY_MS = 24 * 60 * 60 * 1000;
const BALANCE = 5;
const CONTACT = { email: 'service-check@example.com', phone: '+12025550123' };
const ADD_STAMPS = { operation: 'add', count: 2, idempotencyKey: 'service-check-event' };

/** @param onTemplate gets the ID of the template as soon as it exists */
export function writeChecks(
  service: Service,
  now: Date,
  onTemplate: (id: string) => void,
): Checks<WriteId> & Partial<Checks<'search.phone'>> {
  const created = once(async () => {
    const answer = await service.send('POST /templates', { body: ownTemplate(now) });
    const template = objectIn(service.success('POST /templates', answer));
    const id = textOf(template.id);
    if (id === '') throw new Differs('the new template has no id');
    onTemplate(id);
    return { id, status: answer.status, template };
  });
  const templateId = async () => {
    const { id } = await created().catch(() => ({ id: undefined }));
    if (id === undefined) throw new NotTried('no template was created');
    return id;
  };
  const issue = async (passes: object[]) => {
    const withTemplate = await Promise.all(
      passes.map(async (pass) => ({ templateId: await templateId(), ...pass })),
    );
    const body = { passes: withTemplate, sendToEmail: false, sendToPhone: false };
    const response = objectIn(await service.read('POST /pass', body));
    await service.pause(MOMENT_MS);
    return response;
  };
  const external = (number: number) => `${EXTERNAL_ID}${number}`;
  const field = (value: string) => ({ [FIELD]: value });
  /** Two passes with one external ID, and three more at once. */
  const passes = once(async () => ({
    first: await issue([
      {
        externalId: external(1),
        templateFields: { balance: BALANCE, ...field('both') },
        customFields: field('both'),
      },
    ]),
    second: await issue([{ externalId: external(1), customFields: field('custom') }]),
    group: await issue([2, 3, 4].map((number) => ({ externalId: external(number) }))),
  }));
  const passId = async (which: 'first' | 'second' | 'group') => {
    const all = await passes().catch(() => undefined);
    const id = textOf(all?.[which].id);
    if (id === '') throw new NotTried('no pass was issued');
    return id;
  };
  const rows = async () =>
    (await readPage(service, await templateId(), { limit: PASSES * 2 })).rows;
  const issuedRows = once(async () => {
    await passId('first');
    return rows();
  });
  const rowOf = async (id: string) => {
    const row = (await rows()).find((one) => one.id === id);
    if (row === undefined) throw new NotTried('the pass is not listed');
    return row;
  };

  /** Changes a pass once; `before` and `after` are its rows. */
  const changed = (which: 'first' | 'second', body: object) =>
    once(async () => {
      const id = await passId(which);
      const before = await rowOf(id);
      await service.pause(MOMENT_MS);
      const answer = objectIn(await service.read('PATCH /pass', { id, ...body }));
      return { answer, before, after: await rowOf(id) };
    });
  type Change = ReturnType<typeof changed>;
  const movesUpdated = (change: Change) => async () => {
    const { before, after } = await change();
    const isMoved = Number(after.updated) > Number(before.updated);
    return judge(isMoved, isMoved ? 'updated moves' : 'updated stays');
  };
  const showsValid = (change: Change, expected: boolean) => async () => {
    const { isValid } = (await change()).after;
    return judge(isValid === expected, `isValid: ${String(isValid)}`);
  };
  const inDays = (days: number) => ({
    templateFields: { validUntil: new Date(now.getTime() + days * DAY_MS).toISOString() },
  });

  const value = changed('first', { templateFields: field('new'), customFields: field('new') });
  const stamps = changed('first', { stampOperation: ADD_STAMPS });
  const balance = changed('first', { balanceOperation: { operation: 'add', amount: 2.5 } });
  const contact = changed('first', CONTACT);
  const voided = changed('first', { isValid: false });
  const reactivated = changed('first', { isValid: true });
  const voidedAgain = changed('first', { isValid: false });
  const revived = changed('first', inDays(30));
  const expired = changed('second', inDays(-30));

  return {
    'template.create': async () => {
      const { status, template } = await created();
      const { result, found } = judgeFields([template], { id: 'text', name: 'text', type: 'text' });
      return judge(status === 201 && result === 'holds', `${status}, ${found}`);
    },
    'issue.response': async () => {
      await templateId();
      const { first } = await passes();
      return judgeFields([first], { ...LINK_FIELDS, externalId: 'text' });
    },
    'issue.listed': async () => {
      const listed = await issuedRows();
      const oldest = listed.at(-1)?.id === (await passId('first'));
      const found = `${counted(listed.length, 'pass')} of ${PASSES}`;
      return judge(listed.length === PASSES && oldest, oldest ? found : `${found}, not in order`);
    },
    'issue.twice': async () => {
      const query = { templateId: await templateId(), externalId: external(1) };
      const [first, second] = [await passId('first'), await passId('second')];
      const pass = objectIn(
        await service.read(`GET /pass?${new URLSearchParams(query).toString()}`),
      );
      const found = pass.id === second ? 'the second is found' : 'neither is found';
      return judge(pass.id === first, pass.id === first ? 'the first is found' : found);
    },
    'updated.new': async () => {
      const isSame = (await issuedRows()).every(({ created, updated }) => created === updated);
      return judge(isSame, isSame ? 'updated is created' : 'updated is later');
    },
    'values.both': async () => showsField(await issuedRows(), await passId('first'), true),
    'values.custom': async () => showsField(await issuedRows(), await passId('second'), false),
    'values.boolean': async () =>
      service.refused('values.boolean', { pass: await passId('first') }),
    'update.unknown': () => service.refused('update.unknown'),
    'updated.field': movesUpdated(value),
    'update.barcode': async () => {
      const body = { id: await passId('first'), redemptionValue: 'service-check' };
      const answer = await service.send('PATCH /pass', { body });
      return judge(answer.status === 200, service.shown(answer));
    },
    'stamps.add': async () => {
      const { stampCollection } = (await stamps()).answer;
      const { collectedStamps, totalStamps } = objectIn(stampCollection);
      const isRight = collectedStamps === ADD_STAMPS.count && totalStamps === STAMP_COUNT;
      return judge(isRight, `${String(collectedStamps)} of ${String(totalStamps)} stamps`);
    },
    'stamps.listed': async () => {
      const { collectedStamps } = (await stamps()).after;
      return judge(
        collectedStamps === ADD_STAMPS.count,
        `collectedStamps ${String(collectedStamps)}`,
      );
    },
    'updated.stamps': movesUpdated(stamps),
    'stamps.once': async () => {
      const id = await passId('first');
      const before = (await stamps()).after.collectedStamps;
      await service.read('PATCH /pass', { id, stampOperation: ADD_STAMPS });
      const { collectedStamps } = await rowOf(id);
      return judge(
        collectedStamps === before,
        `${String(before)}, then ${String(collectedStamps)}`,
      );
    },
    'balance.add': async () => {
      const { pointsBalance } = (await balance()).answer;
      return judge(pointsBalance === BALANCE + 2.5, `pointsBalance ${String(pointsBalance)}`);
    },
    'balance.listed': async () => {
      const { templateFields } = (await balance()).after;
      const listed = isRow(templateFields) ? templateFields.balance : undefined;
      return judge(Number(listed) === BALANCE + 2.5, `balance ${String(listed)}`);
    },
    'updated.balance': movesUpdated(balance),
    'updated.contact': movesUpdated(contact),
    'search.phone': async () => {
      const { after } = await contact();
      return searchPhone(service, await templateId(), { ...after, ...CONTACT });
    },
    'validity.void': showsValid(voided, false),
    'updated.validity': movesUpdated(voided),
    'validity.reactivate': showsValid(reactivated, true),
    'validity.revive': async () => {
      await voidedAgain();
      return showsValid(revived, true)();
    },
    'validity.expired': showsValid(expired, true),
    'template.keepsPasses': async () =>
      service.refused('template.keepsPasses', { template: await templateId() }),
    'template.forced': async () => {
      const path = `/templates/${encodeURIComponent(await templateId())}`;
      const { status } = await service.send(`DELETE ${path}?force=true`);
      if (status === 404) throw new NotTried('it was deleted before');
      const after = await service.send(`GET ${path}`);
      return judge(status === 204 && after.status === 404, `${status}, then ${after.status}`);
    },
  };
}

/** Whether the row of a pass has the field. */
function showsField(rows: readonly Row[], id: string, expected: boolean): Outcome {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new NotTried('the pass is not listed');
  const isShown = isRow(row.templateFields) && row.templateFields[FIELD] !== undefined;
  return judge(isShown === expected, isShown ? 'in the row' : 'not in the row');
}
