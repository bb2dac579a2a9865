import { useMemo } from 'react'
import { Chip } from '#web/ui/Chip.tsx'
import { plural } from '#web/ui/formatos.ts'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { ErrorOutlineOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import {
  type Campo,
  contarFixos,
  faltam,
  NAO_IMPORTAR,
  OUTRO_TELEFONE,
  pareceCom,
  reconhecerPeloNome,
  repetidas,
  rotuloDoCampo,
} from './campos.ts'
import type { CsvHead } from './csvHead.ts'

interface Props {
  indice: number
  head: CsvHead
  campos: Campo[]
  reconhecidos: Campo[]
}

/** Whether a column is matched correctly, in a word. */
export function SituacaoDaColuna(props: Props) {
  return (
    <div role="status" className="flex shrink">
      <Situacao {...props} />
    </div>
  )
}

function Situacao({ indice, head, campos, reconhecidos }: Props) {
  const campo = campos[indice] ?? NAO_IMPORTAR
  const telefone = campo === 'telefone' || campo === OUTRO_TELEFONE
  const fixos = useMemo(() => (telefone ? contarFixos(head, indice) : 0), [telefone, head, indice])
  if (repetidas(campos).has(indice))
    return (
      <Chip tom="error" icone={ErrorOutlineOutlined}>
        {rotuloDoCampo(campo)} usado duas vezes
      </Chip>
    )
  if (campo === NAO_IMPORTAR) {
    const falta = faltam(campos).find((um) => pareceCom(head, indice, um.campo))
    return falta ? (
      <Chip tom="warning" icone={ErrorOutlineOutlined}>
        Falta: {falta.falta}
      </Chip>
    ) : (
      <Chip tom="neutral">Ignorada</Chip>
    )
  }
  if (fixos > 0)
    return (
      <Chip tom="warning" icone={WarningAmberOutlined}>
        {plural(fixos, 'é fixo', 'são fixos')}
      </Chip>
    )
  if (campo !== reconhecidos[indice]) return <Chip tom="info">Escolhida</Chip>
  return (
    <Chip tom="success" icone={CheckOutlined}>
      {campo === reconhecerPeloNome(head.cabecalhos)[indice] ? 'Reconhecida' : 'Pelo conteúdo'}
    </Chip>
  )
}
