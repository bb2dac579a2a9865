import type { ClienteDetalhado } from '#contract/ficha.ts'
import type { FormatoDoDossie } from '#domain/dossie.ts'
import { abrirAutorizacoes } from '#web/contato-legal/autorizacoes.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, dinheiro, documentoComNome, plural, telefone } from '#web/ui/formatos.ts'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { SwapHorizOutlined } from '#web/ui/icons/SwapHorizOutlined.tsx'
import { imprimir } from '#web/ui/imprimir.ts'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { MotivoDialog } from '#web/ui/MotivoDialog.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { useAcoesAdmin } from './admin.api.ts'
import { ContasDaFicha } from './ContasDaFicha.tsx'
import { DecisaoCard } from './DecisaoCard.tsx'
import { DinheiroDoCliente } from './DinheiroDoCliente.tsx'
import { emBloqueio } from './emBloqueio.ts'
import { Historico } from './Historico.tsx'
import { TransferirDialog } from './TransferirDialogs.tsx'
import './clientes.css'

import './ficha.css'
import { Secao } from '#web/ui/Secao.tsx'

/** What an administrator sees of a customer: what is owed, why it was or was not billed, what happened, who has it. */
export function FichaAdmin({ cliente }: { cliente: ClienteDetalhado }) {
  return (
    <div className="ficha">
      <div className="ficha-topo grid gap-12">
        <div className="ficha-situacao">
          <StatusChip de={statusCliente[cliente.status]} />
          {cliente.status === 'pausado' && (
            <span>
              {cliente.pausado_ate ? `até ${dia(cliente.pausado_ate)}: ` : ''}
              {cliente.motivo_pausa}
            </span>
          )}
        </div>
        <div className="cinza quebra">
          {documentoComNome(cliente.documento)} · {telefone(cliente.telefone)}
          {cliente.email && ` · ${cliente.email}`}
        </div>
        <div className="ficha-figuras">
          <Figura rotulo="Em aberto" legenda={plural(cliente.contas_em_aberto, 'conta', 'contas')}>
            {dinheiro(cliente.valor_em_aberto)}
          </Figura>
          <Figura
            rotulo="Vencido"
            legenda={cliente.dias_atraso > 0 ? `há ${plural(cliente.dias_atraso, 'dia', 'dias')}` : 'nada em atraso'}
            vencido={cliente.valor_vencido > 0}
          >
            {dinheiro(cliente.valor_vencido)}
          </Figura>
        </div>
        <Dono cliente={cliente} />
        <Bloqueio cliente={cliente} />
      </div>
      <Secao titulo="Contas">
        <ContasDaFicha contas={cliente.contas} />
      </Secao>
      <DecisaoCard decisao={cliente.decisao} />
      <Secao titulo="Dinheiro">
        <DinheiroDoCliente cliente={cliente} admin />
      </Secao>
      <Secao titulo="Histórico">
        <Historico logs={cliente.historico} anotacoes={cliente.anotacoes} />
      </Secao>
    </div>
  )
}

/** Which lists keep the customer from being written to, and what can be done about it. */
function Bloqueio({ cliente }: { cliente: ClienteDetalhado }) {
  const bloqueio = emBloqueio(cliente)
  if (!bloqueio) return null
  const registrar = <Button onClick={() => abrirAutorizacoes(cliente)}>Autorizações</Button>
  return (
    <Alert tom={bloqueio.vale ? 'warning' : 'info'} acao={registrar}>
      {bloqueio.texto}
    </Alert>
  )
}

interface FiguraProps {
  rotulo: string
  legenda: string
  vencido?: boolean
  children: string
}

const Figura = ({ rotulo, legenda, vencido = false, children }: FiguraProps) => (
  <div className="ficha-figura grid cinza">
    <span>{rotulo}</span>
    <b className={vencido ? 'vencido' : ''}>{children}</b>
    <span className="miudo">{legenda}</span>
  </div>
)

/** Who has the customer, and what an administrator does about it. */
function Dono({ cliente }: { cliente: ClienteDetalhado }) {
  return (
    <div className="ficha-dono">
      <div>
        <span className="cinza">Operador: </span>
        {cliente.operador?.name ?? 'ninguém'}
      </div>
      <div className="so-na-tela">
        <Button
          variant="outlined"
          startIcon={<SwapHorizOutlined />}
          onClick={() =>
            void abrir((fechar) => (
              <TransferirDialog alvo={{ ids: [cliente.id] }} quantos={1} aoFechar={() => fechar()} />
            ))
          }
        >
          Transferir
        </Button>
        <MaisAcoes cliente={cliente} />
      </div>
    </div>
  )
}

function MaisAcoes({ cliente }: { cliente: ClienteDetalhado }) {
  const { id } = cliente
  const trigger = (
    <IconButton aria-label="Mais ações">
      <MoreVertOutlined size={20} />
    </IconButton>
  )
  return (
    <Tooltip texto="Mais ações">
      <Menu trigger={trigger} rotulo="Mais ações">
        <MenuItem onClick={() => imprimir('painel')}>Imprimir a ficha</MenuItem>
        <MenuItem onClick={() => abrirAutorizacoes(cliente)}>Autorizações de contato</MenuItem>
        <MenuItem onClick={() => baixarDossie(id, 'pdf')}>Dossiê em PDF</MenuItem>
        <MenuItem onClick={() => baixarDossie(id, 'json')}>Dossiê para conferir (JSON)</MenuItem>
        <MenuItem onClick={() => void baixarArquivo('GET /api/admin/clientes/:id/dados', `cliente-${id}.json`, { id })}>
          Exportar os dados (LGPD)
        </MenuItem>
        <MenuItem
          danger
          onClick={() => void abrir((fechar) => <AnonimizarDialog cliente={cliente} aoFechar={() => fechar()} />)}
        >
          Anonimizar (LGPD)
        </MenuItem>
      </Menu>
    </Tooltip>
  )
}

const baixarDossie = (id: number, formato: FormatoDoDossie) =>
  void baixarArquivo('GET /api/admin/clientes/:id/dossie', `dossie-${id}.${formato}`, { id }, { formato })

function AnonimizarDialog({ cliente, aoFechar }: { cliente: ClienteDetalhado; aoFechar: () => void }) {
  const { anonimizar } = useAcoesAdmin()
  return (
    <MotivoDialog
      titulo={`Anonimizar ${cliente.nome}?`}
      acao="Anonimizar cliente"
      aoFechar={aoFechar}
      aoConfirmar={async (motivo) => {
        await anonimizar.mutateAsync({ id: cliente.id, motivo })
        avisar('Os dados pessoais foram apagados. Valores e datas ficaram.')
      }}
    >
      Nome, documento, telefone, e-mail e textos das mensagens são apagados e não voltam. Contas, pagamentos e datas
      ficam.
    </MotivoDialog>
  )
}
