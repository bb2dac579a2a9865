/** A progress bar, from 0 to 100; without `valor`, indeterminate. */
export const Progress = ({ rotulo, valor }: { rotulo: string; valor?: number | undefined }) => (
  <progress className="progress" aria-label={rotulo} max={100} {...(valor !== undefined && { value: valor })} />
)
