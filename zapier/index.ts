import { defineApp, version as platformVersion } from 'zapier-platform-core';

import { authentication } from './authentication';
import { completeRequest } from './transport/zapierTransport';
import { version } from './package.json';
import { creates } from './creates';
import { searchOrCreates, searches } from './searches';
import { passLink, triggers } from './triggers';

/** The app as Zapier loads it, generated from the declarations in `shared/`. */
export default defineApp({
  version,
  platformVersion,
  authentication,
  beforeRequest: [completeRequest],
  // This app decides which values are empty, so Zapier must not remove them first.
  flags: { cleanInputData: false },
  triggers,
  searches,
  searchOrCreates,
  creates,
  hydrators: { passLink },
});
