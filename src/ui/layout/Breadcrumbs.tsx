import { Link } from './link.tsx'
import styles from './Breadcrumbs.module.css'

export interface Crumb {
  label: string
  /** Omitted for the last one, which is the current page. */
  to?: string
}

/** Breadcrumbs. On small screens only the last two are shown. */
export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className={styles.crumbs}>
        {crumbs.map(({ label: text, to }, index) => (
          <li key={to ?? text}>
            {to === undefined ? (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{text}</span>
            ) : (
              <Link to={to}>{text}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
