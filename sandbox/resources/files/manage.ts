import { type Caller, requireAnyScope } from '../../auth/caller';
import type { State } from '../../state/state';
import { ownFile } from './find';
import { fileView } from './view';

/**
 * `GET /files/{id}`.
 * @throws ServiceError 400 malformed ID, 403 scope or foreign, 404 missing
 */
export function readFile(state: State, caller: Caller, id: string) {
  requireAnyScope(caller, ['files.read', 'templates.viewAll']);
  return fileView(state, ownFile(state, caller, id));
}

/**
 * `DELETE /files/{id}`: a template that shows it keeps the URL, which then returns 404.
 * @throws ServiceError 400 malformed ID, 403 scope or foreign, 404 missing
 */
export function deleteFile(state: State, caller: Caller, id: string): void {
  requireAnyScope(caller, ['files.delete', 'templates.delete']);
  state.files.delete(ownFile(state, caller, id).id);
}
