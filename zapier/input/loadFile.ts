import type { HttpRequestOptions, ZObject } from 'zapier-platform-core';

import { downloadFile } from '../../shared/engine/downloadFile';
import type { DownloadResponse } from '../../shared/engine/downloadFile';
import type { LoadFile } from '../../shared/engine/flatInput';

/** Zapier hands over every file as a URL. */
export function fileLoader(z: ZObject): LoadFile {
  return (url, label, key) =>
    downloadFile(
      async (from, signal) => {
        const options: HttpRequestOptions & { url: string; raw: true; signal: AbortSignal } = {
          url: from,
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
