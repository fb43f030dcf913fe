import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The look of the button. A screen has at most one filled button, `ink`. A `plain` button has no frame. */
  readonly look?: 'default' | 'ink' | 'plain'
  readonly isSmall?: boolean
  readonly icon?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button whose text is a verb. A button without text is square and needs an `aria-label`. */
export function Button({
  look = 'default',
  isSmall = false,
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  const classes = ['btn']
  if (look !== 'default') classes.push(`btn--${look}`)
  if (isSmall) classes.push('btn--small')
  if (children === undefined) classes.push('btn--square')
  if (className !== undefined) classes.push(className)
  return (
    <button type="button" className={classes.join(' ')} {...rest}>
      {icon}
      {children}
    </button>
  )
}
