import { iniciais } from './formatos.ts'

const PEQUENO = 32

/** A person in a list, by the initials; the name stands beside it. */
export const Iniciais = ({ nome, tamanho }: { nome: string; tamanho: number }) => (
  <span
    aria-hidden
    className="iniciais"
    style={{ width: tamanho, height: tamanho, fontSize: tamanho < PEQUENO ? 10 : 12 }}
  >
    {iniciais(nome)}
  </span>
)
