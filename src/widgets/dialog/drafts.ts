import { useState } from 'react'
import { draftKey, forgetDraft, keepDraft, readDraft } from '@/domain/account/kept-drafts.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A private key, wherever it is pasted. */
const SECRET = /BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File|b3BlbnNzaC1rZXktdjE/

/** Excludes secrets, files and one-time codes. */
const isStored = (field: Field) =>
  field.type !== 'password' &&
  field.type !== 'file' &&
  !/^(?:one-time-code|cc-)/.test(field.autocomplete) &&
  !SECRET.test(field.value)

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.querySelectorAll<Field>('input, select, textarea')].filter(isStored)

const isCheckable = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'

/** Identifies a field by its label, because other fields of the form may appear and disappear. */
function nameOf(field: Field, at: number): string {
  const words = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? String(at)
  return `${field.type} ${words}`
}

const valueOf = (field: Field): string | boolean => (isCheckable(field) ? field.checked : field.value)

function read(key: string): Record<string, unknown> {
  const kept = readDraft(key)
  return typeof kept === 'object' && kept !== null ? { ...kept } : {}
}

const storeForm = (key: string, form: HTMLFormElement) =>
  keepDraft(key, Object.fromEntries(fieldsOf(form).map((field, at) => [nameOf(field, at), valueOf(field)])))

/** Simulates input or a click: React does not notice other changes. */
function fill(field: Field, value: unknown): boolean {
  if (field.disabled || value === valueOf(field)) return false
  if (isCheckable(field)) {
    // Only the selected radio button is clicked.
    if (typeof value !== 'boolean' || (field.type === 'radio' && !value)) return false
    field.click()
    return true
  }
  if (typeof value !== 'string') return false
  const type =
    field instanceof HTMLSelectElement
      ? HTMLSelectElement
      : field instanceof HTMLTextAreaElement
        ? HTMLTextAreaElement
        : HTMLInputElement
  Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  return true
}

/** Watches a form: restores the draft, once and as fields appear, then stores the input. */
function watch(key: string, form: HTMLFormElement, onRestored: () => void): () => void {
  const pending = new Map(Object.entries(read(key)))
  let isFilling = false
  const restore = () => {
    isFilling = true
    for (const [at, field] of fieldsOf(form).entries()) {
      const name = nameOf(field, at)
      const value = pending.get(name)
      // The options of a select may not be loaded yet.
      const isEarly =
        field instanceof HTMLSelectElement && ![...field.options].some((one) => one.value === value)
      if (value === undefined || isEarly) continue
      pending.delete(name)
      if (fill(field, value)) onRestored()
    }
    isFilling = false
  }
  const onInput = () => {
    if (isFilling) return
    pending.clear()
    storeForm(key, form)
  }
  // Fields that depend on another answer are restored when they appear.
  const watching = new MutationObserver(() => {
    if (pending.size > 0) restore()
  })
  if (pending.size > 0) watching.observe(form, { childList: true, subtree: true })
  // Not during rendering.
  queueMicrotask(restore)
  form.addEventListener('input', onInput)
  form.addEventListener('change', onInput)
  return () => {
    pending.clear()
    watching.disconnect()
    form.removeEventListener('input', onInput)
    form.removeEventListener('change', onInput)
  }
}

/**
 * Stores the input of a form while its tab lives, and restores it when the same form opens again on this page: after the
 * end of a session, a reload, or reopening a closed tab. Pass `attach` as the form's ref, and call `forget` when the form
 * is submitted or cancelled.
 */
export function useDraft(name: string) {
  const [isBack, setIsBack] = useState(false)
  const [{ attach, forget }] = useState(() => {
    const key = draftKey(location.pathname, name)
    return {
      attach(form: HTMLFormElement | null) {
        if (form === null) return undefined
        return watch(key, form, () => setIsBack(true))
      },
      forget: () => forgetDraft(key),
    }
  })
  return { isBack, attach, forget }
}
