import { z } from 'zod';

import { createClient } from '../../shared/http/client';
import { fillPath } from '../../shared/http/url';
import { sandboxTransport } from '../support/sandboxTransport';
import { readDesign } from '../../shared/design/fields';
import { templateSchema } from '../../shared/service/schemas';
import type { Sandbox } from '../../sandbox/index';
import { logo } from '../sandbox/images';
import { fastClock } from '../support/clock';

/** IDs of the objects to work on; the same after every reset. */
export interface KnownIds {
  templates: string[];
  /** IDs of a template's fields, by the template's ID. */
  fields: Record<string, string[]>;
  passes: string[];
  externalIds: string[];
  badges: string[];
  badgeHolders: string[];
  badgePasses: string[];
  apiKeys: string[];
  file: string;
}

export interface Fixture {
  ids: KnownIds;
  /** Restores everything that operations on this resource use. */
  reset(resource: string): Promise<void>;
  /** Makes the next reset a full one; needed after any other reset of the service. */
  forget(): void;
}

/** Images and badge holders are slow to create, so operations on them rarely do a full reset. */
const RESET_EVERY = 20;

/** Creates the minimum that every operation needs, and reads the IDs. */
export async function createFixture(sandbox: Sandbox): Promise<Fixture> {
  const { control, baseUrl } = sandbox;
  const transport = sandboxTransport(sandbox);
  const client = createClient({ baseUrl, transport, clock: fastClock });
  const templates = Object.values(sandbox.templates);
  const image = await logo('#ffffff');
  let resets = 0;
  let last = '';

  function fill(): string[] {
    control.reset('templates');
    control.addKey(['passes.viewAll']);
    // Nothing is ever fetched from outside.
    control.setImageFetch({ timeoutMs: 1 });
    return templates.flatMap((id, i) =>
      control.seedPasses(id, 3, {
        installedShare: 0.5,
        externalIdPrefix: 'M-',
        emailPrefix: `holder${i}-`,
        values: { collectedStamps: 5 },
      }),
    );
  }

  async function fillWithImage(): Promise<string> {
    fill();
    const { id } = await client.call({
      method: 'POST',
      path: '/files',
      form: {
        fields: { purpose: 'template_logo' },
        file: { name: 'logo.png', mimeType: 'image/png', content: image },
      },
      retry: 'never',
      parser: z.object({ id: z.string() }),
    });
    return id;
  }

  control.reset('demo');
  const badgePasses = control.badgePasses().slice(1, 4);
  const file = await fillWithImage();
  const keys = await client.call({
    method: 'GET',
    path: '/api-keys',
    parser: z.object({ keys: z.array(z.object({ id: z.string() })) }),
  });
  const fields: KnownIds['fields'] = {};
  for (const id of templates) {
    const call = {
      method: 'GET',
      path: fillPath('/templates/{id}', id),
      parser: templateSchema,
    } as const;
    fields[id] = readDesign(await client.call(call)).fields.map((field) => field.id);
  }
  return {
    ids: {
      templates,
      fields,
      passes: fill(),
      externalIds: ['M-1', 'M-2', 'M-3'],
      badges: Object.values(sandbox.badges),
      badgeHolders: badgePasses.map(({ holderId }) => holderId),
      badgePasses: badgePasses.map(({ id }) => id),
      apiKeys: keys.keys.map(({ id }) => id),
      file,
    },
    async reset(resource) {
      const withPeople = resource.startsWith('badge');
      const withImage = resource === 'file' || resource === 'template';
      if (!withPeople && !withImage) fill();
      else if (resource === last && ++resets % RESET_EVERY !== 0) return;
      else if (withPeople) control.reset('demo');
      else await fillWithImage();
      last = resource;
    },
    forget() {
      last = '';
    },
  };
}
