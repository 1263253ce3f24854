import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import { CredentialTestContext } from './core';
import { CredentialStore } from './credentials';
import type { TypeLibrary } from './nodeTypes';

/** Tests a credential as the server does when it is saved: with the function of the first node that uses it. */
export async function testCredential(
  library: TypeLibrary,
  type: string,
  values: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
  const { description, methods } = library.nodeUsing(type);
  const testedBy = description.credentials?.find(({ name }) => name === type)?.testedBy;
  const test = typeof testedBy === 'string' && methods?.credentialTest?.[testedBy];
  if (!test) throw new Error(`No function tests the credential ${type}`);

  const store = await CredentialStore.with(library, { [type]: values });
  const additionalData = createAdditionalData(store);
  const reference = { id: type, name: type };
  const data = await store.getDecrypted(additionalData, reference, type, 'internal');
  return await test.call(new CredentialTestContext(additionalData), { ...reference, type, data });
}
