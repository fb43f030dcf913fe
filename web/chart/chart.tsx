import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { EChartsOption } from 'echarts/types/dist/echarts'
import { useEffect, useRef } from 'react'
import { onSchemeChange } from '#web/ui/scheme.ts'
import { keepDrawing } from './drawings.ts'
import { resolveColors } from './resolve-colors.ts'

use([LineChart, BarChart, GridComponent, CanvasRenderer])

interface ChartProps {
  readonly option: EChartsOption
}

/**
 * An ECharts chart that fills its parent. Load it lazily, because it brings the code of ECharts. Colours in
 * the option may be CSS variables; they are read again when the scheme changes.
 */
export function Chart({ option }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ReturnType<typeof init> | null>(null)
  const current = useRef(option)
  current.current = option
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const made = init(element)
    chart.current = made
    const forgetDrawing = keepDrawing(element, () => made.renderToCanvas({ pixelRatio: 2 }))
    const draw = () => drawInto(made, element, current.current)
    // ECharts measures the labels when it draws them, so the chart is drawn when their font is loaded.
    void document.fonts.ready.then(() => {
      if (chart.current === made) draw()
    })
    const sizes = new ResizeObserver(() => made.resize())
    sizes.observe(element)
    const endScheme = onSchemeChange(draw)
    return () => {
      endScheme()
      sizes.disconnect()
      chart.current = null
      forgetDrawing()
      made.dispose()
    }
  }, [])
  useEffect(() => {
    if (chart.current !== null && place.current !== null) drawInto(chart.current, place.current, option)
  }, [option])
  return <div ref={place} className="chart__canvas" aria-hidden />
}

const drawInto = (chart: ReturnType<typeof init>, element: Element, option: EChartsOption) =>
  chart.setOption(resolveColors(option, getComputedStyle(element)), { notMerge: true })
