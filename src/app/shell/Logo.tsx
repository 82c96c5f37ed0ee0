import styles from './Logo.module.css'

/** An anchor on the blue of the brand. Decorative: the name is next to it. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg className={styles.logo} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <g fill="none" stroke="#fff" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="12" cy="7.2" r="1.6" />
        <path d="M12 8.8v9M9 11.2h6M6.6 13.4c.3 3 2.4 4.4 5.4 4.4s5.1-1.4 5.4-4.4M6.6 13.4l-1 1.2M6.6 13.4l1.2.9M17.4 13.4l1 1.2M17.4 13.4l-1.2.9" />
      </g>
    </svg>
  )
}
