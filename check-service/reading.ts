/** How the statements about keys, errors, templates and badges are asked, without changing anything. */
import { SERVICE_VERSION } from '../shared/service/vocabulary';
import { type Facts, isNewestFirst, objectIn, textOf } from './facts';
import {
  type Checks,
  counted,
  Differs,
  isRow,
  judge,
  judgeFields,
  NotTried,
  type Row,
  rowsIn,
} from './outcome';
import { listChecks, passChecks } from './readingPasses';
import type { Service } from './service';
import { type ReadId, TEMPLATE_FIELDS, UNKNOWN } from './statements';

/** @param facts what they have in common */
export function readChecks(service: Service, facts: Facts): Checks<ReadId> {
  return {
    ...accessChecks(service, facts),
    ...templateChecks(service, facts),
    ...listChecks(service, facts),
    ...passChecks(service, facts),
    ...badgeChecks(service, facts),
  };
}

function accessChecks(service: Service, { templates, templateAnswer }: Facts) {
  return {
    'account.name': async () => {
      const account = objectIn(await service.read('POST /auth'));
      return judgeFields([account], { displayName: 'text', email: 'text' });
    },
    'keys.wrong': () => service.refused('keys.wrong'),
    'keys.bearer': () => service.refused('keys.bearer'),
    'keys.scope': async () => {
      const asked = {
        'templates.viewAll': await templateAnswer(),
        'passes.viewAll': await service.send(`GET /pass?id=${UNKNOWN}`),
        'members.export': await service.send(`GET /passes/export?templateId=${UNKNOWN}`),
      };
      const refusals = Object.entries(asked)
        .map(([scope, answer]) => ({ scope, status: answer.status, shown: service.shown(answer) }))
        .filter(({ status }) => status === 403);
      if (refusals.length === 0)
        throw new NotTried(
          'this key lacks no scope that reading shows; one of the preset Read only does',
        );
      const isNamed = refusals.every(({ scope, shown }) =>
        shown.startsWith(`403 Missing permission: ${scope}`),
      );
      const scopes = refusals.map(({ scope }) => scope).join(', ');
      return judge(isNamed, `the key lacks ${scopes}: ${refusals[0]?.shown ?? ''}`);
    },
    'errors.unknownPass': () => service.refused('errors.unknownPass'),
    'errors.unknownExternalId': async () => {
      const template = textOf((await templates())[0]?.id);
      return service.refused('errors.unknownExternalId', { template });
    },
    'errors.unknownTemplate': () => service.refused('errors.unknownTemplate'),
    'version.echo': async () => {
      const { version } = await templateAnswer();
      return judge(version === SERVICE_VERSION, version ?? 'none');
    },
  } satisfies Partial<Checks<ReadId>>;
}

function templateChecks(service: Service, { templates, templatePage }: Facts) {
  return {
    'templates.page': async () =>
      judgeFields([await templatePage()], { data: 'list', has_more: 'flag', total_count: 'count' }),
    'templates.order': async () => {
      const rows = await templates();
      const isOrdered = isNewestFirst(rows);
      return judge(
        isOrdered,
        counted(rows.length, 'template') + (isOrdered ? '' : ', not in order'),
      );
    },
    'templates.cursor': async () => {
      const [first, second] = await templates();
      if (!first || !second) throw new NotTried('the account has one template');
      const one = objectIn(await service.read('GET /templates?limit=1'));
      const cursor = textOf(one.next_cursor);
      if (one.has_more !== true || cursor === '')
        return judge(false, 'the first page has no cursor');
      const query = new URLSearchParams({ limit: '1', starting_after: cursor }).toString();
      const next = objectIn(await service.read(`GET /templates?${query}`));
      const isSecond = rowsIn(next.data)[0]?.id === second.id;
      return judge(isSecond, isSecond ? 'the next template follows' : 'another template follows');
    },
    'templates.total': async () => {
      const { has_more: hasMore, total_count: total } = await templatePage();
      if (hasMore === true) throw new NotTried('the account has more than 100 templates');
      const read = (await templates()).length;
      return judge(total === read, `${counted(read, 'template')}, total_count ${String(total)}`);
    },
    'templates.fields': async () => judgeFields(await templates(), TEMPLATE_FIELDS),
    'templates.design': async () => {
      const rows = await templates();
      const unread = rows.filter(({ pass }) => !isDesign(pass)).length;
      const problem = unread > 0 ? `, ${unread} without a design like that` : '';
      return judge(unread === 0, counted(rows.length, 'template') + problem);
    },
  } satisfies Partial<Checks<ReadId>>;
}

/** Whether a text is JSON with fields that have an ID. `{}` in a row is an empty column. */
function isDesign(pass: unknown): boolean {
  try {
    const design = JSON.parse(textOf(pass)) as unknown;
    if (!isRow(design)) return false;
    const { header, rows = [], linkRows = [] } = design;
    const fields = [header ?? {}, ...(rows as unknown[]).flat(), ...(linkRows as unknown[])];
    return fields.every(
      (field) => isRow(field) && (Object.keys(field).length === 0 || textOf(field.id) !== ''),
    );
  } catch {
    return false;
  }
}

function badgeChecks(service: Service, { badges }: Facts) {
  const listIn = async (request: string, name: string) => {
    const list = objectIn(await service.read(request))[name];
    if (!Array.isArray(list)) throw new Differs(`there is no list named ${name}`);
    return rowsIn(list);
  };
  return {
    'badges.list': async () =>
      judgeFields(await badges(), { id: 'text', name: 'text', active: 'flag' }),
    'badges.holders': async () => {
      await badges();
      const users = await listIn('GET /badge/users', 'users');
      if (users.length === 0) throw new NotTried('there are none');
      const invited = users.filter((user) => user.invited === true);
      const odd = users.filter((user) => (user.id === null) !== (user.invited === true)).length;
      const found = `${counted(users.length, 'holder')}, ${invited.length} only invited`;
      return judge(odd === 0, odd === 0 ? found : `${found}, ${odd} with an odd id`);
    },
    'badges.invites': async () => {
      const invites: Row[] = [];
      for (const { id } of (await badges()).slice(0, 3)) {
        const path = `/badge/templates/${encodeURIComponent(textOf(id))}/invites`;
        invites.push(...(await listIn(`GET ${path}`, 'invites')));
        if (invites.length > 0) break;
      }
      return judgeFields(invites, { url: 'text', email: 'text', expiresAt: 'time' }, ['email']);
    },
  } satisfies Partial<Checks<ReadId>>;
}
