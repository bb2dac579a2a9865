import { Link } from '@tanstack/react-router'
import type { Log } from '#contract/logs.ts'
import { inteira } from '#web/api/inteira.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { AutoModeOutlined } from '#web/ui/icons/AutoModeOutlined.tsx'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'

export const nivelDoLog = {
  info: { rotulo: 'Info', tom: 'neutral', icone: undefined },
  aviso: { rotulo: 'Aviso', tom: 'warning', icone: WarningAmberOutlined },
  erro: { rotulo: 'Erro', tom: 'error', icone: ErrorOutlined },
} as const

export function Nivel({ nivel }: { nivel: Log['nivel'] }) {
  const { tom, icone, rotulo } = nivelDoLog[nivel]
  return (
    <Chip tom={tom} icone={icone}>
      {rotulo}
    </Chip>
  )
}

/** What happened, with each customer's name leading to the record. */
export function Descricao({ log }: { log: Log }) {
  const partes = separar(log)
  return partes.map((parte, i) =>
    typeof parte === 'string' ? (
      inteira(parte)
    ) : (
      <Link
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
        key={i}
        to="/admin/clientes"
        search={{ cliente: String(parte.id) }}
        className="ligacao forte"
        onClick={(evento) => evento.stopPropagation()}
      >
        {parte.nome}
      </Link>
    ),
  )
}

type Parte = string | Log['referencias'][number]

/** Cuts the text where it names a customer. */
function separar({ descricao, referencias }: Pick<Log, 'descricao' | 'referencias'>): Parte[] {
  let partes: Parte[] = [descricao]
  for (const referencia of referencias) {
    if (referencia.tipo !== 'cliente' || !referencia.nome) continue
    partes = partes.flatMap((parte) => {
      if (typeof parte !== 'string') return [parte]
      return parte
        .split(referencia.nome)
        .flatMap((texto, i): Parte[] => (i === 0 ? [texto] : [referencia, texto]))
        .filter((um) => um !== '')
    })
  }
  return partes
}

export function Quem({ usuario }: { usuario: Log['usuario'] }) {
  if (usuario) return usuario.name
  return (
    <span className="log-sistema">
      <AutoModeOutlined size={16} aria-hidden />
      sistema
    </span>
  )
}
