import type { HttpRequestOptions, ZObject } from 'zapier-platform-core';

import { downloadFile } from '../../shared/engine/downloadFile';
import type { DownloadResponse } from '../../shared/engine/downloadFile';
import type { LoadFile } from '../../shared/engine/flatInput';

/** Loads files from the URLs that Zapier passes for them. */
export function fileLoader(z: ZObject): LoadFile {
  return (url, label, key) =>
    downloadFile(
      async (fileUrl, signal) => {
        const options: HttpRequestOptions & { url: string; raw: true; signal: AbortSignal } = {
          url: fileUrl,
          raw: true,
          skipThrowForStatus: true,
          signal,
        };
        return (await z.request(options)) as unknown as DownloadResponse;
      },
      url,
      label,
      key,
    );
}
