import { ALL } from '../n8nParameters';
import type { ServerState, Maker, Fixture } from '../scenario';

/** A separate template, with a pass in a wallet. */
async function ownTemplate(fixture: Fixture, n: number, withPass = false) {
  const name = `Template ${fixture.tag}-${n}`;
  const { id } = await fixture.api<{ id: string }>('POST', '/templates', { name, type: 'offer' });
  if (withPass) {
    fixture.sandbox.control.seedPasses(id, 1, { values: { walletBDevices: 1 } });
  }
  return { id, name };
}

async function invited(fixture: Fixture, n: number) {
  const { published } = fixture.sandbox.badges;
  const email = `${fixture.tag}-${n}@example.com`;
  const invite = await fixture.api<{ code: string; url: string }>(
    'POST',
    `/badge/templates/${published}/invites`,
    { email },
  );
  fixture.secrets.push(invite.url);
  return { ...invite, email, badgeTemplateId: published };
}

/** A person with a badge on the phone. */
async function hired(fixture: Fixture, n: number) {
  const invite = await invited(fixture, n);
  return { ...invite, ...fixture.sandbox.control.badgeAdded(invite.code) };
}

async function ownKey(fixture: Fixture, n: number) {
  const made = await fixture.api<{ key: { id: string }; plaintext: string }>('POST', '/api-keys', {
    label: `Key ${fixture.tag}-${n}`,
    scopes: ['passes.viewAll'],
  });
  fixture.secrets.push(made.plaintext);
  return made.key.id;
}

/** How often the service processed a request to this path; for requests that leave no other trace. */
const accepted =
  (method: string, path: string) =>
  ({ log }: ServerState) =>
    log.filter(
      (one) =>
        one.method === method && one.path === path && Math.floor((one.outcome ?? 0) / 100) === 2,
    ).length;

/** A change of a badge pass; it takes effect later, so its audit trail is checked. */
function lifecycle(action: 'suspend' | 'resume' | 'revoke' | 'refresh'): Maker {
  return async (fixture, n) => {
    const { passId, userId } = await hired(fixture, n);
    if (action === 'resume') fixture.sandbox.control.setBadgePassStatus(passId, 'SUSPENDED');
    const wait = action !== 'refresh' && fixture.byExternalId;
    return {
      input: {
        passId,
        ...(action === 'revoke' && { confirm: true }),
        ...(wait && { userId, waitUntilDone: true }),
      },
      converges: true,
      seen: ({ badgePasses }) =>
        badgePasses
          .find(({ id }) => id === passId)
          ?.audit.filter((entry) => entry.action === action).length ?? 0,
    };
  };
}

function keyChange(
  input: object,
  before: object | undefined,
  is: (key: ServerState['keys'][number]) => boolean,
): Maker {
  return async (fixture, n) => {
    const keyId = await ownKey(fixture, n);
    if (before) await fixture.api('PATCH', `/api-keys/${keyId}`, before);
    return {
      input: { keyId, ...input },
      seen: ({ keys }) => keys.filter((key) => key.id === keyId && is(key)).length,
    };
  };
}

/** An invite of a new person, who gets a message only if `delivery` requests it. */
function invite(contact: 'email' | 'phone', delivery: Record<string, string>): Maker {
  return ({ sandbox, tag }, n) => {
    const to =
      contact === 'email'
        ? `${tag}-${n}@example.com`
        : `+49151${tag.replace(/\D/g, '')}${String(n).padStart(3, '0')}`;
    const messages = ({ outbox }: ServerState) =>
      outbox.filter((message) => message.to === to).length;
    const sends = Object.values(delivery).includes('send');
    return {
      input: { badgeTemplateId: sandbox.badges.published, [contact]: to, ...delivery },
      seen: ({ invites }) => invites.filter((one) => one[contact] === to).length,
      ...(sends && { reached: messages }),
    };
  };
}

const some = ({ length }: unknown[]) => length > 0;

export const otherScenarios: Record<string, Maker | Maker[]> = {
  'account.get': () => ({ input: {}, isTrue: some }),

  'template.create': ({ tag }, n) => ({
    input: { name: `New ${tag}-${n}`, type: 'offer' },
    seen: ({ templates }) => templates.filter(({ name }) => name === `New ${tag}-${n}`).length,
  }),
  'template.get': async (fixture, n) => {
    const { id, name } = await ownTemplate(fixture, n);
    return { input: { templateId: id }, isTrue: ([output]) => output?.name === name };
  },
  'template.getAll': () => ({
    input: { limit: ALL },
    isTrue: (outputs, { templates }) => outputs.length === templates.length,
  }),
  'template.find': async (fixture, n) => {
    const { id, name } = await ownTemplate(fixture, n);
    return { input: { name }, isTrue: ([output]) => output?.id === id };
  },
  'template.update': async (fixture, n) => {
    const { id } = await ownTemplate(fixture, n);
    const name = `Renamed ${fixture.tag}-${n}`;
    return {
      input: { templateId: id, name },
      seen: ({ templates }) => templates.filter((one) => one.id === id && one.name === name).length,
    };
  },
  'template.duplicate': ({ tag, sandbox }, n) => ({
    input: { templateId: sandbox.templates.offer, name: `Copy ${tag}-${n}` },
    seen: ({ templates }) => templates.filter(({ name }) => name === `Copy ${tag}-${n}`).length,
  }),
  'template.delete': async (fixture, n) => {
    const { id } = await ownTemplate(fixture, n);
    return {
      input: { templateId: id, confirm: true },
      seen: ({ templates }) => Number(!templates.some((one) => one.id === id)),
    };
  },
  'template.notify': async (fixture, n) => {
    const { id } = await ownTemplate(fixture, n, true);
    return {
      input: { templateId: id, title: 'Hello', content: 'To all', confirm: true },
      seen: ({ outbox }) => outbox.filter(({ templateId }) => templateId === id).length,
    };
  },

  'file.upload': ({ imageUrl }) => ({
    input: { file: imageUrl, purpose: 'template_icon' },
    isTrue: ([output], { log }) =>
      typeof output?.id === 'string' && accepted('POST', '/files')({ log } as ServerState) > 0,
  }),
  'file.createLogo': async (fixture) => {
    const fileId = await fixture.upload();
    return {
      input: { fileId, treatment: 'onecolor', color: '#1a2b3c' },
      converges: true,
      seen: accepted('POST', `/files/${fileId}/logo`),
    };
  },
  'file.get': async (fixture) => {
    const fileId = await fixture.upload();
    return { input: { fileId }, isTrue: ([output]) => output?.id === fileId };
  },
  'file.delete': async (fixture) => {
    const fileId = await fixture.upload();
    return {
      input: { fileId, confirm: true },
      seen: accepted('DELETE', `/files/${fileId}`),
    };
  },

  'badge.get': ({ sandbox }) => ({
    input: { badgeTemplateId: sandbox.badges.published },
    isTrue: ([output]) => output?.id === sandbox.badges.published,
  }),
  'badge.getAll': () => ({ input: { limit: ALL }, isTrue: some }),

  'badgeInvite.create': [
    invite('email', { sendToEmail: 'send' }),
    invite('email', { sendToEmail: 'doNotSend' }),
    invite('email', {}),
    invite('phone', { sendToPhone: 'send' }),
    invite('phone', { sendToPhone: 'doNotSend' }),
  ],
  'badgeInvite.getAll': async (fixture, n) => {
    const { badgeTemplateId } = await invited(fixture, n);
    return {
      input: { badgeTemplateId, limit: ALL },
      isTrue: (outputs, { invites }) => outputs.length === invites.length,
    };
  },
  'badgeInvite.delete': async (fixture, n) => {
    const { badgeTemplateId, email } = await invited(fixture, n);
    return {
      input: { badgeTemplateId, email },
      seen: ({ invites }) => Number(!invites.some((invite) => invite.email === email)),
    };
  },

  'badgeHolder.getAll': async (fixture, n) => {
    const { userId } = await hired(fixture, n);
    return {
      input: { limit: ALL },
      isTrue: (outputs) => outputs.some(({ id }) => id === userId),
    };
  },
  'badgeHolder.getPasses': async (fixture, n) => {
    const { userId, passId } = await hired(fixture, n);
    return { input: { userId }, isTrue: ([output]) => output?.id === passId };
  },
  'badgeHolder.find': async (fixture, n) => {
    const { userId, email } = await hired(fixture, n);
    return { input: { email }, isTrue: ([output]) => output?.id === userId };
  },
  'badgeHolder.update': async (fixture, n) => {
    const { userId } = await hired(fixture, n);
    const firstName = `Ada ${fixture.tag}-${n}`;
    return {
      input: { userId, firstName },
      seen: ({ holders }) =>
        holders.filter(({ id, name }) => id === userId && (name ?? '').includes(firstName)).length,
    };
  },
  'badgeHolder.delete': async (fixture, n) => {
    const { userId } = await hired(fixture, n);
    return {
      input: { userId, confirm: true },
      seen: ({ holders }) => Number(!holders.some(({ id }) => id === userId)),
    };
  },
  'badgePass.find': async (fixture, n) => {
    const { userId, passId, email, badgeTemplateId } = await hired(fixture, n);
    return {
      input: { badgeTemplateId, email },
      isTrue: ([output]) => output?.id === passId && output.userId === userId,
    };
  },
  'badgePass.suspend': lifecycle('suspend'),
  'badgePass.resume': lifecycle('resume'),
  'badgePass.revoke': lifecycle('revoke'),
  'badgePass.refresh': lifecycle('refresh'),

  'apiKey.create': ({ tag }, n) => ({
    input: { label: `New ${tag}-${n}`, scopes: ['passes.viewAll'], confirm: true },
    seen: ({ keys }) => keys.filter(({ label }) => label === `New ${tag}-${n}`).length,
  }),
  'apiKey.getAll': () => ({
    input: { limit: ALL },
    isTrue: (outputs, { keys }) => outputs.length === keys.length,
  }),
  'apiKey.update': (fixture, n) => {
    const label = `Renamed ${fixture.tag}-${n}`;
    return keyChange({ label }, undefined, (key) => key.label === label)(fixture, n);
  },
  'apiKey.disable': keyChange({ confirm: true }, undefined, (key) => key.disabledAt !== null),
  'apiKey.enable': keyChange(
    { confirm: true },
    { disabled: true },
    (key) => key.disabledAt === null,
  ),
  'apiKey.rotate': async (fixture, n) => {
    const keyId = await ownKey(fixture, n);
    return {
      input: { keyId, confirm: true },
      seen: accepted('POST', `/api-keys/${keyId}/rotate`),
    };
  },
};
