import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import type { Tom } from '#web/cores.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { DateRangeOutlined } from '#web/ui/icons/DateRangeOutlined.tsx'
import { GroupsOutlined } from '#web/ui/icons/GroupsOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { conexaoQuery, movimentoQuery } from '#web/whatsapp/whatsapp.queries.ts'
import { conferenciaQuery, previsaoQuery, reguaQuery } from './cobranca.queries.ts'
import { fraseDaLei } from './fraseDaLei.ts'

const ConferenciaDialog = onDemand(() => import('./ConferenciaDialog.tsx'), 'ConferenciaDialog')

interface Props {
  relatorio: Resposta<'GET /api/admin/cobranca/execucoes/:id'>
  aoVerQuemEspera: () => void
}

/** What to check before the messages leave: whether they all fit today, and whether their values are right. */
export function AntesDeEnviar({ relatorio, aoVerQuemEspera }: Props) {
  return (
    <Card aria-label="Antes de enviar" className="antes-de-enviar grid rigid">
      <Limite relatorio={relatorio} aoVerQuemEspera={aoVerQuemEspera} />
      <Valores />
      <Volume />
    </Card>
  )
}

function Limite({ relatorio, aoVerQuemEspera }: Props) {
  const { data: conexao, error: semConexao } = useQuery(conexaoQuery)
  const { data, error: semMovimento } = useQuery(movimentoQuery)
  const esperam = relatorio.ignorados.limite_do_numero ?? 0
  const resta = data?.pessoas_a_alcancar
  const error = (!conexao && semConexao) || (!data && semMovimento)
  if (conexao?.estado === 'nao_configurado')
    return (
      <Item tom="warning" icone={WarningAmberOutlined} titulo="Limite do número">
        A empresa ainda não tem número no WhatsApp: nada sai até ligar um.{' '}
        <Link className="ligacao" to="/admin/whatsapp" search={{ passos: '1' }}>
          Ligar
        </Link>
      </Item>
    )
  return (
    <Item tom={esperam > 0 ? 'warning' : 'neutral'} icone={GroupsOutlined} titulo="Limite do número">
      {error ? (
        fraseDe(error)
      ) : resta === undefined || !conexao ? (
        <Skeleton largura={200} />
      ) : (
        <>
          {resta === null
            ? conexao.limite_mensagens === null
              ? 'A Meta ainda não disse o limite deste número.'
              : 'A Meta não limita este número.'
            : `Ainda dá para escrever primeiro a ${plural(resta, 'pessoa', 'pessoas')} nestas 24 h.`}{' '}
          {esperam === 0 ? (
            'Ninguém fica para amanhã.'
          ) : (
            <Button className="na-frase" onClick={aoVerQuemEspera}>
              {plural(esperam, 'cliente espera', 'clientes esperam')} por amanhã
            </Button>
          )}
        </>
      )}
    </Item>
  )
}

function Valores() {
  const { data, error } = useQuery(conferenciaQuery(1))
  const ver = () => void abrir((fechar) => <ConferenciaDialog aoFechar={() => fechar(undefined)} />)
  const ruim = (data?.com_problema ?? 0) > 0
  return (
    <Item
      tom={ruim ? 'warning' : 'success'}
      icone={ruim ? WarningAmberOutlined : CheckCircleOutlined}
      titulo="Valores das mensagens"
    >
      {error && !data ? (
        fraseDe(error)
      ) : !data ? (
        <Skeleton largura={200} />
      ) : ruim ? (
        <>
          {data.com_problema === 1 ? 'Em 1 mensagem' : `Em ${numero(data.com_problema)} mensagens`} falta um valor, ou
          ele não cabe.{' '}
          <Button className="na-frase" onClick={ver}>
            Ver e corrigir
          </Button>
        </>
      ) : data.publico === 0 ? (
        'Não há mensagem a conferir agora.'
      ) : (
        `${plural(data.conferidos, 'mensagem conferida', 'mensagens conferidas')}: nenhum valor vazio, longo demais ou com quebra de linha.`
      )}
      {data && data.conferidos < data.publico && ` Foram conferidas as ${numero(data.conferidos)} primeiras.`}
    </Item>
  )
}

function Volume() {
  const { data: regua } = useQuery(reguaQuery)
  const { data, error } = useQuery(previsaoQuery(regua))
  return (
    <Item tom="neutral" icone={DateRangeOutlined} titulo="Próximos 30 dias">
      {error && !data ? (
        fraseDe(error)
      ) : !data ? (
        <Skeleton largura={200} />
      ) : (
        <>
          Até {plural(data.total, 'mensagem', 'mensagens')}, se ninguém pagar nem responder.{' '}
          {data.adiadas_pela_lei > 0 && `${fraseDaLei(data.adiadas_pela_lei)} `}
          <Link className="ligacao" to="/admin/mensagens" search={{ aba: 'regua' }}>
            Ver por dia
          </Link>
        </>
      )}
    </Item>
  )
}

interface ItemProps {
  tom: Tom
  icone: typeof GroupsOutlined
  titulo: string
  children: ReactNode
}
const Item = ({ tom, icone: Icone, titulo, children }: ItemProps) => (
  <div className="antes-item flex gap-12" data-tom={tom}>
    <Icone aria-hidden size={20} />
    <div>
      <h3>{titulo}</h3>
      <div className="antes-texto">{children}</div>
    </div>
  </div>
)
