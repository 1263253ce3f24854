import type { Caller } from '../../auth/caller';
import { badRequest, ServiceError } from '../../errors';
import type { StoredFile } from '../../state/fileEntities';
import type { State } from '../../state/state';

const FILE_ID = /^file_[0-9a-f]{32}$/;

/**
 * The caller's file.
 * @throws ServiceError 400 `Invalid file id`, 403 another account's, 404 missing
 */
export function ownFile(state: State, caller: Caller, id: unknown): StoredFile {
  if (typeof id !== 'string' || !FILE_ID.test(id)) throw badRequest('Invalid file id');
  const file = state.files.get(id);
  if (file === undefined) throw new ServiceError(404, `File ${id} not found`);
  if (file.accountId !== caller.account.id) {
    throw new ServiceError(403, `File ${id} does not belong to this account`);
  }
  return file;
}
