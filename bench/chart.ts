import * as echarts from 'echarts';

import type { Results } from './results';

const WIDTH = 860;
const HEIGHT = 330;

/**
 * The comparison as an SVG: the time of each approach, and the number of passes it has issued in the end
 * if the service accepts 50 requests/s.
 */
export function drawChart({ unlimited, approaches }: Results): string {
  const chart = echarts.init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: WIDTH,
    height: HEIGHT,
  });
  // ECharts draws categories from the bottom up.
  const rows = [...approaches].reverse();
  const names = rows.map(({ approach }) => approach);
  const colors = rows.map(({ approach }) =>
    approach === approaches[0]?.approach ? '#0f766e' : '#94a3b8',
  );
  const bars = (values: number[], format: (value: number) => string) => ({
    type: 'bar' as const,
    barWidth: '60%',
    label: {
      show: true,
      position: 'right' as const,
      formatter: ({ value }: { value: unknown }) => format(Number(value)),
    },
    data: values.map((value, i) => ({ value, itemStyle: { color: colors[i] } })),
  });
  const axis = { type: 'category' as const, axisTick: { show: false }, axisLine: { show: false } };
  const values = { type: 'value' as const, show: false };
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'sans-serif' },
    title: [
      title(`${unlimited.items} passes, no limit: seconds`, 0),
      title(`At most 50 requests a second: passes issued`, WIDTH / 2 + 60),
    ],
    grid: [
      { left: 190, width: WIDTH / 2 - 200, top: 45, bottom: 10 },
      { left: WIDTH / 2 + 60, width: WIDTH / 2 - 150, top: 45, bottom: 10 },
    ],
    xAxis: [
      { ...values, gridIndex: 0 },
      { ...values, gridIndex: 1, max: unlimited.items },
    ],
    yAxis: [
      { ...axis, gridIndex: 0, data: names },
      { ...axis, gridIndex: 1, data: names, axisLabel: { show: false } },
    ],
    series: [
      {
        ...bars(
          rows.map(({ ms }) => ms),
          seconds,
        ),
        xAxisIndex: 0,
        yAxisIndex: 0,
      },
      {
        ...bars(
          rows.map(({ limitedDelivered }) => limitedDelivered),
          (count) => `${count} of ${unlimited.items}`,
        ),
        xAxisIndex: 1,
        yAxisIndex: 1,
      },
    ],
  });
  return `${chart.renderToSVGString()}\n`;
}

function title(text: string, left: number) {
  return { text, left, top: 8, textStyle: { fontSize: 14 } };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
