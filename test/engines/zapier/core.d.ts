/** Not in Zapier's own type definitions. */
declare module 'zapier-platform-core/src/constants' {
  /** Bytes. The core ends a process that uses more. */
  const constants: { KILL_MAX_LIMIT: number };
  export default constants;
}

declare module 'zapier-platform-core/src/errors' {
  import type { ZObject } from 'zapier-platform-core';

  const errors: ZObject['errors'];
  export default errors;
}

declare module 'zapier-platform-core/src/tools/schema' {
  /** Compiles and freezes an app. */
  const schema: { prepareApp: (app: object) => object };
  export default schema;
}
