import type { Regua } from '#contract/cobranca.ts'
import type { Modelo } from '#contract/modelos.ts'
import { precisaAprovacao } from '#domain/modelo.ts'
import { passoCurto, plural } from '#web/ui/formatos.ts'
import { CheckCircle } from '#web/ui/icons/CheckCircle.tsx'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { HourglassEmptyOutlined } from '#web/ui/icons/HourglassEmptyOutlined.tsx'
import { PauseCircleOutlineOutlined as PauseCircleOutlined } from '#web/ui/icons/PauseCircleOutlineOutlined.tsx'
import { RemoveCircleOutlineOutlined as RemoveCircleOutline } from '#web/ui/icons/RemoveCircleOutlineOutlined.tsx'
import { ScheduleOutlined } from '#web/ui/icons/ScheduleOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { situacaoModelo } from '#web/ui/StatusChip.tsx'
import { cuidados } from './palavras.ts'

interface Props {
  modelos: Modelo[] | undefined
  regua: Regua | undefined
  aberto: string | undefined
  rascunhos: Record<string, unknown>
  aoAbrir: (tipo: string) => void
}

/** The templates, when each goes out and whether Meta lets it. */
export function ListaModelos({ modelos, regua, aberto, rascunhos, aoAbrir }: Props) {
  return (
    <nav aria-label="Modelos" aria-busy={!modelos} className="cartao">
      {modelos
        ? modelos.map((modelo) => (
            <button
              key={modelo.tipo}
              type="button"
              data-tipo={modelo.tipo}
              className="texto-item row gap-12"
              aria-current={modelo.tipo === aberto ? 'true' : undefined}
              onClick={() => aoAbrir(modelo.tipo)}
            >
              <span>
                <span className="forte">{modelo.titulo}</span>
                <span className="modelo-detalhe menor cinza">{quandoSai(modelo, regua)}</span>
              </span>
              <Marca modelo={modelo} rascunho={rascunhos[modelo.tipo] !== undefined} />
            </button>
          ))
        : Array.from({ length: 9 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <div key={i} className="texto-item row gap-12">
              <div className="skeleton-list">
                <Skeleton largura="60%" />
                <Skeleton largura="40%" />
              </div>
            </div>
          ))}
    </nav>
  )
}

const ICONES = {
  aprovado: CheckCircle,
  pendente: HourglassEmptyOutlined,
  rejeitado: ErrorOutlined,
  pausado: PauseCircleOutlined,
  local: ScheduleOutlined,
} as const

function Marca({ modelo, rascunho }: { modelo: Modelo; rascunho: boolean }) {
  const livre = !precisaAprovacao(modelo.tipo)
  const [cuidado] = modelo.situacao === 'aprovado' ? cuidados(modelo) : []
  const Icone = rascunho
    ? EditOutlined
    : livre
      ? RemoveCircleOutline
      : cuidado
        ? WarningAmberOutlined
        : ICONES[modelo.situacao]
  const { rotulo, tom } = cuidado
    ? { rotulo: `Aprovado. ${cuidado.titulo}`, ...cuidado }
    : situacaoModelo[modelo.situacao]
  const nome = rascunho ? 'Alteração não salva' : livre ? 'Não precisa de aprovação' : rotulo
  return (
    <span title={nome} data-tom={rascunho ? 'warning' : livre ? 'neutral' : tom} className="texto-marca">
      <Icone size={20} titulo={nome} />
    </span>
  )
}

const OCASIAO: Partial<Record<Modelo['tipo'], string>> = {
  negociacao: 'ao fechar acordo',
  parcela: 'lembrete do acordo',
  confirmar_pessoa: 'antes da primeira cobrança',
  pagamento: 'ao quitar tudo',
  contestacao: 'ao recusar a contestação',
  reengajar: 'fora da janela de 24 h',
  fora_do_horario: 'texto livre, sem aprovação',
}

/** "3 dias antes", "no dia", "D+2, D+5": when a text goes out, by the cadence in force. */
function quandoSai({ tipo }: Modelo, regua: Regua | undefined): string {
  const ocasiao = OCASIAO[tipo]
  if (ocasiao) return ocasiao
  if (!regua) return ' '
  const dias = regua.passos.filter((passo) => passo.tipo === tipo && passo.ativo).map((passo) => passo.dias)
  const [um] = dias
  if (um === undefined) return 'fora da régua'
  if (dias.length > 1) return dias.map(passoCurto).join(', ')
  if (um === 0) return 'no dia'
  return `${plural(Math.abs(um), 'dia', 'dias')} ${um < 0 ? 'antes' : 'depois'}`
}
