import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import styles from './Pagination.module.css'

export interface PaginationProps {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** The current range of a long list, with buttons to the previous and next page. */
export function Pagination({ page, pageSize, total, onPage }: PaginationProps) {
  const from = (page - 1) * pageSize + 1
  const to = Math.min(total, from + pageSize - 1)
  const range =
    total === 0
      ? commonText.pageEmpty
      : commonText.pageRange(formatNumber(from), formatNumber(to), formatNumber(total))
  return (
    <nav className={styles.pagination} aria-label={commonText.pages}>
      <Status as="span">{range}</Status>
      <div className={styles.buttons}>
        <Button
          size="s"
          reason={page <= 1 ? commonText.firstPage : undefined}
          onClick={() => onPage(page - 1)}
        >
          {commonText.previous}
        </Button>
        <Button
          size="s"
          reason={to >= total ? commonText.lastPage : undefined}
          onClick={() => onPage(page + 1)}
        >
          {commonText.next}
        </Button>
      </div>
    </nav>
  )
}
