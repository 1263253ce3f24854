import { Hono } from 'hono';

import { badRequest } from '../../errors';
import { logoInput, treatLogo } from '../../resources/files/logo';
import { deleteFile, readFile } from '../../resources/files/manage';
import {
  type FormFields,
  formInput,
  jsonInput,
  uploadFile,
  uploadFromUrl,
} from '../../resources/files/upload';
import { reportUnknownKeys } from '../unknownKeys';
import type { ApiContext, ApiEnv } from '../env';
import { callerOf, isMultipart, jsonBody } from '../request';
import { echoVersion } from '../version';

/** Routes of files; all responses echo the API version. */
export const fileRoutes = new Hono<ApiEnv>()
  .use('/files/*', echoVersion)
  .post('/files', reportUnknownKeys({ body: jsonInput, form: formInput }), async (c) => {
    const [state, caller] = [c.get('state'), callerOf(c)];
    return c.json(
      await (isMultipart(c)
        ? uploadFile(state, caller, await formFields(c))
        : uploadFromUrl(state, caller, jsonBody(c))),
    );
  })
  .post('/files/:id/logo', reportUnknownKeys({ body: logoInput }), async (c) =>
    c.json(await treatLogo(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .get('/files/:id', reportUnknownKeys({}), (c) =>
    c.json(readFile(c.get('state'), callerOf(c), c.req.param('id'))),
  )
  .delete('/files/:id', reportUnknownKeys({}), (c) => {
    deleteFile(c.get('state'), callerOf(c), c.req.param('id'));
    return c.body(null, 204);
  });

async function formFields(c: ApiContext): Promise<FormFields> {
  let form: Record<string, string | File>;
  try {
    form = await c.req.parseBody();
  } catch {
    throw badRequest('The multipart body could not be read.');
  }
  const fields = Object.entries(form).map(
    async ([name, value]): Promise<[string, string | Buffer]> => [
      name,
      typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()),
    ],
  );
  return Object.fromEntries(await Promise.all(fields));
}
