/** How far something is (0 to 100), or only that it goes on. */
export const Progress = ({ rotulo, valor }: { rotulo: string; valor?: number | undefined }) => (
  <progress className="progress" aria-label={rotulo} max={100} {...(valor !== undefined && { value: valor })} />
)
