import { Link } from '@tanstack/react-router'
import { agora, hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { dinheiro, esperaHa, hora, numero, plural } from '#web/ui/formatos.ts'
import type { Icon } from '#web/ui/icon.tsx'
import { ChevronRightOutlined } from '#web/ui/icons/ChevronRightOutlined.tsx'
import { EventAvailableOutlined } from '#web/ui/icons/EventAvailableOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { MarkUnreadChatAltOutlined } from '#web/ui/icons/MarkUnreadChatAltOutlined.tsx'
import { TimerOutlined } from '#web/ui/icons/TimerOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type Hoje = Resposta<'GET /api/operador/dashboard'>['hoje']

interface Contagem {
  rotulo: string
  icone: Icon
  /** The icon's tone; a link's colour by default. */
  tom?: 'error' | 'warning' | 'neutral'
  figura: number | undefined
  legenda: string | undefined
  para: { to: string; search: Record<string, string> }
}

const FILA = '/operador/aguardando-atendimento'

function contagens(dados: Hoje | undefined): Contagem[] {
  return [
    {
      rotulo: 'Acordos quebrados',
      icone: HandshakeOutlined,
      tom: 'error',
      figura: dados?.acordos_quebrados,
      legenda:
        dados && (dados.acordos_quebrados ? `${dinheiro(dados.acordos_quebrados_valor)} em jogo` : 'nenhum na fila'),
      para: { to: FILA, search: { motivo: 'acordo_quebrado' } },
    },
    {
      rotulo: 'Janelas que fecham em 2 h',
      icone: TimerOutlined,
      tom: 'warning',
      figura: dados?.janelas_fechando,
      legenda: dados && (dados.janela_fecha_em ? `a primeira às ${hora(dados.janela_fecha_em)}` : 'nenhuma por agora'),
      para: { to: FILA, search: { janela: 'fechando' } },
    },
    {
      rotulo: 'Responderam e esperam',
      icone: MarkUnreadChatAltOutlined,
      figura: dados?.responderam,
      legenda:
        dados && (dados.responderam_desde ? `o mais antigo ${haQuanto(dados.responderam_desde)}` : 'ninguém espera'),
      para: { to: FILA, search: { motivo: 'respondeu' } },
    },
    {
      rotulo: 'Parcelas que vencem hoje',
      icone: EventAvailableOutlined,
      tom: 'neutral',
      figura: dados?.parcelas_vencendo,
      legenda: dados && parcelas(dados),
      para: {
        to: '/operador/contas-receber',
        search: {
          origem: 'negociacao',
          vencimento_de: dados?.parcelas_desde ?? hoje(),
          vencimento_ate: hoje(),
        },
      },
    },
  ]
}

const haQuanto = (desde: string) => esperaHa(agora().getTime() - Date.parse(desde))

function parcelas({ parcelas_vencendo, parcelas_vencendo_valor, parcelas_pagas }: Hoje): string {
  const pagas = parcelas_pagas > 0 ? plural(parcelas_pagas, 'já paga', 'já pagas') : ''
  if (parcelas_vencendo === 0) return pagas || 'nenhuma de acordo'
  return [dinheiro(parcelas_vencendo_valor), pagas].filter(Boolean).join(' · ')
}

/** What waits, counted; each count leads to its list. */
export function ContagensDoDia({ dados }: { dados: Hoje | undefined }) {
  return (
    <section aria-label="O que espera hoje" className="cartao contagens grid rigid">
      {contagens(dados).map((contagem) => (
        <UmaContagem key={contagem.rotulo} {...contagem} />
      ))}
    </section>
  )
}

function UmaContagem({ rotulo, icone: Icone, tom, figura, legenda, para }: Contagem) {
  return (
    <Link className="contagem" data-tom={tom} to={para.to} search={para.search}>
      <div className="contagem-rotulo row gap-8 forte">
        <Icone size={20} className="contagem-icone" aria-hidden />
        <span>{rotulo}</span>
        <ChevronRightOutlined className="contagem-seta" aria-hidden />
      </div>
      <div className="contagem-figura forte algarismos">
        {figura === undefined ? <Skeleton largura={48} /> : numero(figura)}
      </div>
      <div className="miudo contagem-legenda">{legenda}</div>
    </Link>
  )
}
