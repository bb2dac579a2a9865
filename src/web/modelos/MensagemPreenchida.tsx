import type { Valores } from '#domain/modelo.ts'
import { partesPreenchidas } from './partes.ts'
import './editor.css'

interface Props {
  texto: string
  valores: Valores
  sublinhar?: boolean
}

/** A text with a customer's data in place; `sublinhar` shows what came from the data. */
export const MensagemPreenchida = ({ texto, valores, sublinhar = false }: Props) =>
  partesPreenchidas(texto, valores).map((parte, i) =>
    'fixo' in parte ? (
      parte.fixo
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      <span key={i} className={sublinhar ? 'do-cliente' : undefined}>
        {parte.valor}
      </span>
    ),
  )
