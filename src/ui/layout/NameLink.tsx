import { Link, type LinkProps } from './link.tsx'
import styles from './NameLink.module.css'

/** The name in a table row, as a link. */
export function NameLink(props: LinkProps) {
  return <Link {...props} className={styles.name} />
}
