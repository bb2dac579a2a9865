interface Props {
  className?: string
  titulo?: string
}

/** Material's icons that stand on every message, as bare `svg`: a thread has hundreds. */
export const Feito = (props: Props) => <Traco {...props} d="M9 16.2 4.8 12l-1.4 1.4L9 19 21 7l-1.4-1.4z" />
export const FeitoTodos = (props: Props) => (
  <Traco
    {...props}
    d="m18 7-1.41-1.41-6.34 6.34 1.41 1.41zm4.24-1.41L11.66 16.17 7.48 12l-1.41 1.41L11.66 19l12-12zM.41 13.41 6 19l1.41-1.41L1.83 12z"
  />
)
export const Automatica = (props: Props) => (
  <Traco
    {...props}
    d="M19.03 3.56c-1.67-1.39-3.74-2.3-6.03-2.51v2.01c1.73.19 3.31.88 4.61 1.92zM11 3.06V1.05c-2.29.2-4.36 1.12-6.03 2.51l1.42 1.42C7.69 3.94 9.27 3.25 11 3.06M4.98 6.39 3.56 4.97C2.17 6.64 1.26 8.71 1.05 11h2.01c.19-1.73.88-3.31 1.92-4.61M20.94 11h2.01c-.21-2.29-1.12-4.36-2.51-6.03l-1.42 1.42c1.04 1.3 1.73 2.88 1.92 4.61M7 12l3.44 1.56L12 17l1.56-3.44L17 12l-3.44-1.56L12 7l-1.56 3.44zM12 21c-3.11 0-5.85-1.59-7.46-4H7v-2H1v6h2v-2.7c1.99 2.84 5.27 4.7 9 4.7 4.87 0 9-3.17 10.44-7.56l-1.96-.45C19.25 18.48 15.92 21 12 21"
  />
)

function Traco({ className, titulo, d }: Props & { d: string }) {
  const linha = <path d={d} />
  return titulo ? (
    <svg viewBox="0 0 24 24" className={className} role="img" aria-label={titulo}>
      <title>{titulo}</title>
      {linha}
    </svg>
  ) : (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      {linha}
    </svg>
  )
}
