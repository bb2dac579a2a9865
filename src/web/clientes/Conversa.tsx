import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined'
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Cliente, ClienteDetalhado } from '#contract/clientes.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { somar } from '#web/contas-receber/palavras.ts'
import { emAberto, type Selecao } from '#web/contas-receber/useSelecao.ts'

import { Fio } from '#web/mensagens/Fio.tsx'
import { modelosQuery } from '#web/mensagens/mensagens.api.ts'
import { useRascunho } from '#web/mensagens/useRascunho.ts'
import { dinheiro, documentoComNome, plural, restaDaJanela, telefone } from '#web/ui/formatos.ts'
import { Janela } from '#web/ui/Janela.tsx'
import { Osso } from '#web/ui/Osso.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { useMudarFiltros, useVoltar } from '#web/ui/useFiltros.ts'
import { clienteDasListas, podeAssumir, useAcoesCliente } from './clientes.api.ts'
import { alcancavel, Dock } from './Dock.tsx'
import { MenuCliente } from './MenuCliente.tsx'
import { useTeclaAssumir } from './useTeclaAssumir.ts'

interface Props {
  id: number
  cliente: ClienteDetalhado | undefined
  paineis: number
  selecao: Selecao
}

/** The thread with its head and its dock. */
export function Conversa({ id, cliente, paineis, selecao }: Props) {
  const rascunho = useRascunho(id)
  const [texto, setTexto] = rascunho
  // What the list already told of them stands in the head at once.
  const resumo = cliente ?? clienteDasListas(id)
  const eu = useUsuario()
  const acoes = useAcoesCliente(id)
  const ocupado = acoes.assumir.isPending || acoes.reativar.isPending
  useTeclaAssumir(resumo !== undefined && podeAssumir(resumo, eu.id) && !ocupado, acoes.assumir.mutate)
  // Talk and dock come together, and with what the dock has to offer: the one never moves for the other.
  const agora = useAgora()
  const soModelos = resumo !== undefined && alcancavel(resumo) && restaDaJanela(resumo.janela_ate, agora) <= 0
  const modelos = useQuery({ ...modelosQuery(id), enabled: soModelos })
  const pronto = soModelos && modelos.isPending ? undefined : cliente
  return (
    <>
      <Cabeca resumo={resumo} paineis={paineis} menu={cliente && <MenuCliente cliente={cliente} />} />
      {paineis < 3 && <FaixaContas cliente={cliente} />}
      <Fio id={id} cliente={pronto} aoEditar={(recusado) => setTexto(texto ? `${texto}\n${recusado}` : recusado)} />
      {pronto && <Dock cliente={pronto} acoes={acoes} selecao={selecao} rascunho={rascunho} />}
    </>
  )
}

interface CabecaProps {
  resumo: Cliente | undefined
  paineis: number
  menu: ReactNode
}
function Cabeca({ resumo, paineis, menu }: CabecaProps) {
  const fechar = useVoltar({ cliente: undefined, painel: undefined })
  const aberta = restaDaJanela(resumo?.janela_ate ?? null, useAgora()) > 0
  return (
    <div className="cabeca">
      {paineis === 1 && (
        <IconButton aria-label="Voltar à lista" onClick={fechar}>
          <ArrowBackOutlined />
        </IconButton>
      )}
      {resumo ? (
        <>
          <div className="cabeca-quem">
            <div>
              <h2>{resumo.nome}</h2>
              {paineis > 1 && <StatusChip de={statusCliente[resumo.status]} />}
            </div>
            <p>
              {paineis === 1 ? (
                <Janela ate={resumo.janela_ate} />
              ) : (
                `${documentoComNome(resumo.documento)} · ${telefone(resumo.telefone)}`
              )}
            </p>
          </div>
          {paineis > 1 && (
            <div className={aberta ? 'cabeca-janela aberta' : 'cabeca-janela'}>
              <Janela ate={resumo.janela_ate} />
            </div>
          )}
        </>
      ) : (
        <div className="cabeca-quem">
          <Osso largura={180} altura={20} />
        </div>
      )}
      {menu || <span className="cabeca-menu" />}
    </div>
  )
}

/** Where the debts have no pane of their own, the strip that leads to them: today's amount, as they say it. */
function FaixaContas({ cliente }: { cliente: ClienteDetalhado | undefined }) {
  const mudar = useMudarFiltros()
  if (!cliente)
    return (
      <div className="faixa-contas">
        <Osso largura={220} />
      </div>
    )
  const abertas = cliente.contas.filter(emAberto)
  const vencidas = abertas.filter((conta) => conta.status === 'vencida')
  const contas = vencidas.length > 0 ? vencidas : abertas
  return (
    <button type="button" className="faixa-contas" onClick={() => mudar({ painel: 'contas' }, { empurrar: true })}>
      <ReceiptLongOutlined sx={{ fontSize: 20 }} aria-hidden />
      {contas.length === 0 ? (
        <span>Nada em aberto</span>
      ) : (
        <span>
          <b>{dinheiro(somar(contas.map((conta) => conta.valor_atualizado)))}</b>{' '}
          {vencidas.length > 0 ? 'em atraso' : 'a vencer'} · {plural(contas.length, 'conta', 'contas')}
        </span>
      )}
      <ChevronRightOutlined aria-hidden />
    </button>
  )
}
