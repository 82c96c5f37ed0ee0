import { createContext, use } from 'react'
import { createPortal } from 'react-dom'
import { commonText } from '@/messages/common/common.ts'
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx'

const CrumbsSlot = createContext<HTMLElement | null>(null)
/** The element for breadcrumbs in the header of the shell. */
export const CrumbsSlotProvider = CrumbsSlot.Provider

/** The breadcrumbs of a page, in the header of the shell if there is one. */
export function PageCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const slot = use(CrumbsSlot)
  const path = <Breadcrumbs label={commonText.breadcrumbs} crumbs={crumbs} />
  return slot === null ? path : createPortal(path, slot)
}
