import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { nomeDoModelo } from '#web/mensagens/palavras.ts'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { numero, passoCurto } from '#web/ui/formatos.ts'
import { TaskAltOutlined } from '#web/ui/icons/TaskAltOutlined.tsx'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import { conferenciaQuery } from './cobranca.queries.ts'
import './execucoes.css'

type Conferencia = Resposta<'GET /api/admin/cobranca/conferencia'>
type Caso = Conferencia['data'][number]

/** Messages of the next run with a value missing, shortened or corrected, and where each is put right. */
export function ConferenciaDialog({ aoFechar }: { aoFechar: () => void }) {
  const [pagina, setPagina] = useState(1)
  const consulta = useQuery(conferenciaQuery(pagina))
  const { data } = consulta
  const comId = data && { ...data, data: data.data.map((caso) => ({ ...caso, id: caso.cliente.id })) }
  return (
    <ListaDialog
      titulo="Valores das mensagens"
      texto="Estas mensagens saem mesmo assim, com o que está escrito em cada linha no lugar do valor. Corrija antes, se quiser que saiam inteiras."
      filtros={data && data.da_empresa.length > 0 && <DaEmpresa problemas={data.da_empresa} />}
      consulta={{ ...consulta, data: comId }}
      vazio={
        data && data.da_empresa.length > 0 ? (
          <p className="cinza">Nos dados dos clientes está tudo certo.</p>
        ) : (
          <EmptyState
            icone={TaskAltOutlined}
            titulo="Tudo certo"
            texto="Nenhuma mensagem da próxima rodada tem valor vazio, longo demais ou com quebra de linha."
          />
        )
      }
      aoExportar={() => baixarArquivo('GET /api/admin/cobranca/conferencia/exportar.csv', 'valores-das-mensagens.csv')}
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {(caso) => (
        <>
          <div className="linha-topo">
            <Link className="ligacao nome" to="/admin/clientes" search={{ cliente: String(caso.cliente.id) }}>
              {caso.cliente.nome}
            </Link>
            <div className="miudo">
              {[nomeDoModelo(caso.modelo), caso.passo === null ? '' : passoCurto(caso.passo)]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </div>
          {caso.problemas.map((um) => (
            <Problema key={`${um.variavel} ${um.problema}`} {...um}>
              <Corrigir caso={caso} variavel={um.variavel} />
            </Problema>
          ))}
        </>
      )}
    </ListaDialog>
  )
}

/** The company's own values, once for all the messages that carry them. */
function DaEmpresa({ problemas }: { problemas: Conferencia['da_empresa'] }) {
  return (
    <div className="conferencia-empresa">
      <h3>Dados da empresa</h3>
      {problemas.map((um) => (
        <Problema key={`${um.variavel} ${um.problema}`} {...um}>
          <span>{um.mensagens === 1 ? 'Em 1 mensagem.' : `Em ${numero(um.mensagens)} mensagens.`}</span>
          <Link className="ligacao so-na-tela" to="/admin/mensagens" search={{ aba: 'empresa' }}>
            Corrigir na empresa
          </Link>
        </Problema>
      ))}
    </div>
  )
}

interface ProblemaProps {
  variavel: string
  mensagem: string
  children: ReactNode
}
const Problema = ({ variavel, mensagem, children }: ProblemaProps) => (
  <div className="conferencia-problema row wrap">
    <Chip tom="warning">{variavel}</Chip>
    <span className="cinza quebra">{mensagem}</span>
    {children}
  </div>
)

const DO_CLIENTE = ['nome', 'primeiro_nome']

/** A name is corrected on the customer; anything else in the template. */
function Corrigir({ caso, variavel }: { caso: Caso; variavel: string }) {
  const doCliente = DO_CLIENTE.includes(variavel)
  return (
    <Link
      className="ligacao so-na-tela"
      to={doCliente ? '/admin/clientes' : '/admin/mensagens'}
      search={doCliente ? { cliente: String(caso.cliente.id) } : { tipo: caso.modelo }}
    >
      {doCliente ? 'Corrigir o cadastro' : 'Mudar o texto do modelo'}
    </Link>
  )
}
