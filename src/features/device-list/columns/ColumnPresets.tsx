import { useRef, useState, type FormEvent } from 'react'
import { presetText } from '@/messages/device-list/columns-drawer.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { useDefaultLayout } from './column-flags.ts'
import {
  MAX_PRESET_NAME,
  presetColumns,
  presetNames,
  presetShown,
  storedPresets,
  withPreset,
  type OwnPreset,
} from './column-presets.ts'
import { layoutOf, type TableLayout } from './table-layout.ts'
import styles from './ColumnsDrawer.module.css'

export interface ColumnPresetsProps {
  layout: TableLayout
  /** Undefined resets to the default layout. */
  onLayout: (layout: TableLayout | undefined) => void
}

/** Named sets of columns: built-in presets and those saved in this browser. */
export function ColumnPresets({ layout, onLayout }: ColumnPresetsProps) {
  const section = useRef<HTMLElement>(null)
  const [own, setStored] = useStored(storedPresets)
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const defaultLayout = useDefaultLayout()
  const setOwn = (next: readonly OwnPreset[]) => {
    setStored(next)
    // The pressed button is removed with the preset.
    section.current?.querySelector('select')?.focus()
  }
  const shown = presetShown(layout, defaultLayout, own)
  const name = typed.trim()
  const isTaken = Object.values<string>(presetText.presets).includes(name)
  const options = [
    ...(shown.kind === 'custom' ? [{ value: 'custom', label: presetText.custom }] : []),
    { value: 'usual', label: presetText.presets.usual },
    ...presetNames.map((each) => ({ value: `preset ${each}`, label: presetText.presets[each] })),
    ...own.map((each) => ({ value: `own ${each.name}`, label: each.name })),
  ]
  const choose = (value: string) => {
    const preset = presetNames.find((each) => value === `preset ${each}`)
    const mine = own.find((each) => value === `own ${each.name}`)
    if (value === 'usual') onLayout(undefined)
    else if (preset) onLayout({ columns: presetColumns(preset), widths: {} })
    else if (mine) onLayout(layoutOf(mine.columns))
  }
  const reason = name === '' ? presetText.nameMissing : isTaken ? presetText.isTaken : undefined
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (reason !== undefined) return
    setOwn(withPreset(own, name, layout))
    setSaid(presetText.saved(name))
    setTyped('')
  }
  return (
    <section ref={section} className={styles.preset} aria-label={presetText.label}>
      <SelectField
        label={presetText.label}
        value={'name' in shown ? `${shown.kind} ${shown.name}` : shown.kind}
        options={options}
        onChange={choose}
      />
      {shown.kind === 'own' ? (
        <div>
          <Button size="s" onClick={() => setOwn(own.filter((each) => each.name !== shown.name))}>
            {presetText.remove(shown.name)}
          </Button>
        </div>
      ) : (
        shown.kind === 'custom' && (
          <form className={styles.own} onSubmit={save}>
            <TextField
              required
              label={presetText.own}
              value={typed}
              maxLength={MAX_PRESET_NAME}
              description={
                own.some((each) => each.name === name) ? presetText.replaces(name) : presetText.ownHint
              }
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit" reason={reason}>
              {presetText.save}
            </Button>
          </form>
        )
      )}
      <Status className="visually-hidden">{said}</Status>
    </section>
  )
}
