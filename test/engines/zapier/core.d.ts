/** Not in Zapier's own type definitions. */
declare module 'zapier-platform-core/src/constants' {
  /** Bytes. The core ends a process that uses more. */
  const constants: { KILL_MAX_LIMIT: number };
  export default constants;
}
