import { defineApp, version as platformVersion } from 'zapier-platform-core';

import { authentication } from './authentication';
import { addHeaders } from './transport/keyHeader';
import { version } from './package.json';
import { creates } from './creates';
import { hydrators } from './hydrators';
import { searchOrCreates, searches } from './searches';
import { triggers } from './triggers';

/** The app as Zapier loads it: a projection of the shared declarations, nothing of its own. */
export default defineApp({
  version,
  platformVersion,
  authentication,
  beforeRequest: [addHeaders],
  // Empty values arrive as they are and are read as "not set", by this app and not before it.
  flags: { cleanInputData: false },
  triggers,
  searches,
  searchOrCreates,
  creates,
  hydrators,
});
