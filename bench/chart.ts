import * as echarts from 'echarts';

import { POOL } from './server/approaches';
import type { ServerResults } from './server/benchServer';
import type { ServerRow } from './server/measureRun';

const WIDTH = 1000;
const HEIGHT = 375;
const NAMES_WIDTH = 215;
const PANEL_WIDTH = (WIDTH - NAMES_WIDTH) / 3;
/** Space for the number at the end of the longest bar. */
const LABEL_WIDTH = 65;

/** One number per approach, as bars. */
interface Panel {
  title: string;
  /** `undefined` if it was not measured. */
  valueOf: (approach: string) => number | undefined;
  format: (value: number) => string;
  /** Value of the longest possible bar; default the largest value. */
  max?: number;
}

/**
 * The approaches on a real n8n server as an SVG: time and duplicates without a limit, and passes issued under
 * the limit.
 */
export function drawChart({ rows, limit, toIssue, sqlite }: ServerResults): string {
  const unlimited = sqlite.filter(({ ratePerSecond }) => ratePerSecond === null);
  const limited = sqlite.filter(({ ratePerSecond }) => ratePerSecond !== null);
  // Nobody builds a pool by hand. ECharts draws categories from the bottom up.
  const names = unlimited
    .map(({ approach }) => approach)
    .filter((approach) => approach !== POOL.name)
    .reverse();
  const count = (value: number) => value.toLocaleString('en-US');
  const panels: Panel[] = [
    {
      title: `${count(rows)} rows, no limit: seconds`,
      valueOf: (approach) => rowOf(unlimited, approach)?.ms,
      format: (ms) => count(Math.round(ms / 1000)),
    },
    {
      title: 'Duplicate passes',
      valueOf: (approach) => rowOf(unlimited, approach)?.duplicates,
      format: count,
    },
    {
      title: `At ${limit.ratePerSecond} requests/s: passes issued`,
      valueOf: (approach) => rowOf(limited, approach)?.issued,
      format: (issued) => `${count(issued)} of ${count(toIssue)}`,
      max: toIssue,
    },
  ];

  const chart = echarts.init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: WIDTH,
    height: HEIGHT,
  });
  const lefts = panels.map((_, i) => NAMES_WIDTH + i * PANEL_WIDTH);
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'sans-serif' },
    title: panels.map(({ title }, i) => ({
      text: title,
      left: lefts[i],
      top: 8,
      textStyle: { fontSize: 13 },
    })),
    grid: lefts.map((left) => ({
      left,
      width: PANEL_WIDTH - LABEL_WIDTH - 40,
      top: 45,
      bottom: 10,
    })),
    xAxis: panels.map(({ max }, gridIndex) => ({ type: 'value', show: false, gridIndex, max })),
    yAxis: panels.map((_, gridIndex) => ({
      type: 'category',
      gridIndex,
      data: names,
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: { show: gridIndex === 0 },
    })),
    series: panels.map(({ valueOf, format }, i) => ({
      type: 'bar' as const,
      barWidth: '60%',
      xAxisIndex: i,
      yAxisIndex: i,
      label: { show: true, position: 'right' as const },
      data: names.map((name) => {
        const value = valueOf(name);
        return {
          value: value ?? 0,
          label: { formatter: value === undefined ? 'not measured' : format(value) },
          itemStyle: { color: name.startsWith('this connector') ? '#0f766e' : '#94a3b8' },
        };
      }),
    })),
  });
  return `${chart.renderToSVGString()}\n`;
}

function rowOf(rows: readonly ServerRow[], approach: string): ServerRow | undefined {
  return rows.find((row) => row.approach === approach);
}
