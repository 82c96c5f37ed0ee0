import { map as createMap } from 'leaflet'
import { afterEach, expect, test, vi } from 'vitest'
import { OutlineLayer } from './outline-layer.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const colours = { water: '', land: '', coast: '', border: '', ink: '', faint: '' }

test('outlines that cannot be drawn count as loaded, and the next ones are tried again', () => {
  const workers: EventTarget[] = []
  vi.stubGlobal('OffscreenCanvas', class {})
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super()
        workers.push(this)
      }
      postMessage() {}
      terminate() {}
    },
  )
  const map = createMap(document.createElement('div'), { center: [0, 0], zoom: 2 })
  const layer = new OutlineLayer(colours)
  const onLoad = vi.fn()
  layer.on('load', onLoad)
  layer.addTo(map)
  expect(workers).toHaveLength(1)
  expect(onLoad).not.toHaveBeenCalled()
  workers[0]?.dispatchEvent(new Event('error'))
  expect(onLoad).toHaveBeenCalledOnce()
  layer.redraw()
  expect(workers).toHaveLength(2)
  workers[1]?.dispatchEvent(new Event('error'))
  expect(onLoad).toHaveBeenCalledTimes(2)
  map.remove()
})
