import { useQuery } from '@tanstack/react-query'
import type { Operador } from '#contract/operadores.ts'
import { STATUS_USUARIO } from '#domain/usuario.ts'
import { agora } from '#web/api/agora.ts'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { filtrosEmUso, nenhumDe } from '#web/ui/filtros.ts'
import { dinheiro, numero, plural, ultimaVez } from '#web/ui/formatos.ts'
import { Iniciais } from '#web/ui/Iniciais.tsx'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { GroupOutlined } from '#web/ui/icons/GroupOutlined.tsx'
import { KeyOutlined } from '#web/ui/icons/KeyOutlined.tsx'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { PersonAddAltOutlined } from '#web/ui/icons/PersonAddAltOutlined.tsx'
import { LinhaQueAbre } from '#web/ui/LinhaQueAbre.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip, statusOperador } from '#web/ui/StatusChip.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { useFiltros, useRegistro } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { bloquear, editar, novaPessoa, trocarSenha, zerarSegundoFator } from './acoes.tsx'
import { useAcoesOperadores } from './operadores.api.ts'
import { filtrosDosOperadores, operadoresQuery, paginaDosOperadores } from './operadores.queries.ts'
import '#web/ui/painel-ao-lado.css'
import './operadores.css'

const OperadorDrawer = onDemand(() => import('./OperadorDrawer.tsx'), 'OperadorDrawer')

const OPCOES_SITUACAO = STATUS_USUARIO.map((valor) => ({ valor, rotulo: `${valor.toLowerCase()}s` }))
const SEM_FILTROS = nenhumDe(filtrosDosOperadores)

/** The operators: create, edit, change the password, block and reactivate. */
export function AdminOperadoresPage() {
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(operadoresQuery(paginaDosOperadores(filtros)))
  const { aberto, abrir, fechar } = useRegistro('operador')
  const emUso = filtrosEmUso(SEM_FILTROS, filtros)
  const exportar = () =>
    baixarArquivo('GET /api/admin/operadores/exportar.csv', 'operadores.csv', {}, filtrosDosOperadores(filtros))
  const ninguem = consulta.data?.total === 0 && emUso === 0
  return (
    <div className="lista-e-painel flex">
      <Page cheia>
        <BarraDaLista
          busca="Nome ou e-mail"
          semFiltros={SEM_FILTROS}
          menus={[{ rotulo: 'Situação', nome: 'status', opcoes: OPCOES_SITUACAO }]}
          fim={
            <div className="cinza operadores-total" role="status">
              {!ninguem &&
                consulta.data &&
                `${plural(consulta.data.total, 'operador', 'operadores')}, ${plural(consulta.data.ativos, 'ativo', 'ativos')}${emUso ? ' ao todo' : ''}`}
            </div>
          }
          // With no operator yet, the list itself offers to create one, and says what for.
          {...(ninguem ? {} : { acao: NOVO, aoExportar: exportar })}
        />
        <DataTable
          rotulo="Operadores"
          consulta={consulta}
          colunas={COLUNAS}
          alturaLinha={56}
          contada
          aoPaginar={(page) => mudar({ page }, { empurrar: true })}
          aoAbrir={({ id }) => abrir(id)}
          abertoId={aberto}
          vazio={
            <VazioDaLista
              nada="Nenhum operador"
              comFiltros="Nenhum operador nesta situação"
              semFiltros={SEM_FILTROS}
              senao={NINGUEM}
            />
          }
          celular={(um) => <ItemOperador um={um} />}
        />
      </Page>
      {aberto && <OperadorDrawer key={aberto} id={aberto} aoFechar={fechar} />}
    </div>
  )
}

const NOVO = { rotulo: 'Novo operador', icone: <PersonAddAltOutlined />, aoFazer: () => novaPessoa('operador') }

const NINGUEM = (
  <EmptyState
    icone={GroupOutlined}
    titulo="Nenhum operador ainda"
    texto="Operadores atendem os clientes que respondem às cobranças."
    acao={
      <Button variant="contained" startIcon={NOVO.icone} onClick={NOVO.aoFazer}>
        {NOVO.rotulo}
      </Button>
    }
  />
)

const Pessoa = ({ um }: { um: Operador }) => (
  <div className="operador-pessoa grow row gap-12">
    <Iniciais nome={um.name} tamanho={36} />
    <LinhaQueAbre nome="operador" id={um.id} abaixo={um.email}>
      {um.name}
    </LinhaQueAbre>
  </div>
)

/** At most two icons, then the rest in a menu. */
function Acoes({ um }: { um: Operador }) {
  const { reativar } = useAcoesOperadores()
  const mais = (
    <IconButton aria-label={`Mais ações de ${um.name}`} title="Mais ações">
      <MoreVertOutlined size={20} />
    </IconButton>
  )
  return (
    <span className="so-na-tela operador-acoes">
      <Tooltip texto="Editar">
        <IconButton aria-label={`Editar ${um.name}`} onClick={() => editar('operador', um)}>
          <EditOutlined size={20} />
        </IconButton>
      </Tooltip>
      <Tooltip texto="Trocar a senha">
        <IconButton aria-label={`Trocar a senha de ${um.name}`} onClick={() => trocarSenha('operador', um)}>
          <KeyOutlined size={20} />
        </IconButton>
      </Tooltip>
      <Menu trigger={mais} rotulo={`Mais ações de ${um.name}`}>
        {um.segundo_fator && (
          <MenuItem onClick={() => void zerarSegundoFator('operador', um)}>Zerar segundo fator</MenuItem>
        )}
        {um.status === 'Ativo' ? (
          <MenuItem danger onClick={() => bloquear(um)}>
            Bloquear
          </MenuItem>
        ) : (
          <MenuItem onClick={() => reativar.mutate(um)}>Reativar</MenuItem>
        )}
      </Menu>
    </span>
  )
}

const entrada = (um: Operador) => (um.ultima_entrada_em ? ultimaVez(um.ultima_entrada_em, agora()) : 'nunca')

const COLUNAS: Coluna<Operador>[] = [
  { id: 'nome', header: 'Operador', cell: (um) => <Pessoa um={um} />, elastica: true },
  { id: 'status', header: 'Situação', cell: (um) => <StatusChip de={statusOperador[um.status]} /> },
  {
    id: 'clientes',
    header: 'Clientes vinculados',
    cell: (um) => numero(um.clientes_vinculados),
    direita: true,
    minima: 700,
  },
  { id: 'contatos', header: 'Contatos no mês', cell: (um) => numero(um.contatos_mes), direita: true, minima: 860 },
  {
    id: 'recebido',
    header: 'Recebido no mês',
    cell: (um) => (um.valor_recebido_mes ? dinheiro(um.valor_recebido_mes) : '—'),
    direita: true,
    minima: 560,
  },
  { id: 'entrada', header: 'Última entrada', cell: (um) => <span className="cinza">{entrada(um)}</span>, minima: 1000 },
  {
    id: 'acoes',
    header: <span className="so-leitor">Ações</span>,
    cell: (um) => <Acoes um={um} />,
    direita: true,
    largura: 132,
  },
]

function ItemOperador({ um }: { um: Operador }) {
  return (
    <div className="operador-item grid gap-8">
      <div>
        <Pessoa um={um} />
        <StatusChip de={statusOperador[um.status]} />
      </div>
      <div>
        <div className="miudo">
          {plural(um.clientes_vinculados, 'cliente', 'clientes')} · {dinheiro(um.valor_recebido_mes)} no mês ·{' '}
          {um.ultima_entrada_em ? `entrou ${entrada(um)}` : 'nunca entrou'}
        </div>
        <Acoes um={um} />
      </div>
    </div>
  )
}
