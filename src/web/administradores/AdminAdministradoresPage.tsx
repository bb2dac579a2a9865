import { useQuery } from '@tanstack/react-query'
import type { Administrador } from '#contract/administradores.ts'
import { agora } from '#web/api/agora.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { editar, novaPessoa, trocarSenha, zerarSegundoFator } from '#web/operadores/acoes.tsx'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyFiltered } from '#web/ui/estados.tsx'
import { filtrosEmUso } from '#web/ui/filtros.ts'
import { plural, ultimaVez } from '#web/ui/formatos.ts'
import { Iniciais } from '#web/ui/Iniciais.tsx'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { PersonAddAltOutlined } from '#web/ui/icons/PersonAddAltOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip, statusOperador } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { useAcoesAdministradores } from './administradores.api.ts'
import { administradoresQuery } from './administradores.queries.ts'

const NOVO = {
  rotulo: 'Novo administrador',
  icone: <PersonAddAltOutlined />,
  aoFazer: () => novaPessoa('administrador'),
}
const SEM_FILTROS = { busca: undefined }

/** Who administrates: create, edit, change the password, reset a second factor, block and reactivate; the last one stays. */
export function AdminAdministradoresPage() {
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(administradoresQuery(filtros))
  const { data } = consulta
  const emUso = filtrosEmUso(SEM_FILTROS, filtros)
  return (
    <Page cheia>
      <BarraDaLista
        busca="Nome ou e-mail"
        semFiltros={SEM_FILTROS}
        menus={[]}
        fim={
          <div className="cinza" role="status">
            {data &&
              `${plural(data.total, 'administrador', 'administradores')}, ${plural(data.ativos, 'ativo', 'ativos')}`}
          </div>
        }
        acao={NOVO}
        aoExportar={() =>
          baixarArquivo(
            'GET /api/admin/administradores/exportar.csv',
            'administradores.csv',
            {},
            { busca: filtros.busca },
          )
        }
      />
      <DataTable
        rotulo="Administradores"
        consulta={consulta}
        colunas={COLUNAS}
        alturaLinha={56}
        contada
        aoPaginar={(page) => mudar({ page }, { empurrar: true })}
        vazio={
          <EmptyFiltered
            titulo={emUso ? `Nenhum administrador para “${filtros.busca}”` : 'Nenhum administrador'}
            aoLimpar={() => mudar(SEM_FILTROS)}
          />
        }
        celular={(um) => (
          <div className="row between gap-8">
            <Pessoa um={um} />
            <StatusChip de={statusOperador[um.status]} />
            <Acoes um={um} />
          </div>
        )}
      />
    </Page>
  )
}

const Pessoa = ({ um }: { um: Administrador }) => (
  <div className="grow row gap-12">
    <Iniciais nome={um.name} tamanho={36} />
    <div className="grow">
      <div className="nome cortado">{um.name}</div>
      <div className="miudo cortado">{um.email}</div>
    </div>
  </div>
)

function Acoes({ um }: { um: Administrador }) {
  const { bloquear, reativar } = useAcoesAdministradores()
  const eu = useUsuario().id === um.id
  const botao = (
    <IconButton aria-label={`Ações de ${um.name}`} title="Ações">
      <MoreVertOutlined size={20} />
    </IconButton>
  )
  const perguntar = async (titulo: string, texto: string, acao: string, fazer: () => void) => {
    if (await confirmar({ titulo, texto, acao, perigo: true })) fazer()
  }
  return (
    <span className="so-na-tela">
      <Menu trigger={botao} rotulo={`Ações de ${um.name}`}>
        <MenuItem onClick={() => editar('administrador', um)}>Editar</MenuItem>
        {!eu && <MenuItem onClick={() => trocarSenha('administrador', um)}>Trocar a senha</MenuItem>}
        {!eu && um.segundo_fator && (
          <MenuItem onClick={() => void zerarSegundoFator('administrador', um)}>Zerar segundo fator</MenuItem>
        )}
        {!eu &&
          (um.status === 'Ativo' ? (
            <MenuItem
              danger
              onClick={() =>
                void perguntar(
                  `Bloquear ${um.name}?`,
                  'As sessões abertas terminam, e não entra mais até ser reativado.',
                  'Bloquear administrador',
                  () => bloquear.mutate(um),
                )
              }
            >
              Bloquear
            </MenuItem>
          ) : (
            <MenuItem onClick={() => reativar.mutate(um)}>Reativar</MenuItem>
          ))}
      </Menu>
    </span>
  )
}

const COLUNAS: Coluna<Administrador>[] = [
  { id: 'nome', header: 'Administrador', cell: (um) => <Pessoa um={um} />, elastica: 900 },
  { id: 'status', header: 'Situação', cell: (um) => <StatusChip de={statusOperador[um.status]} /> },
  {
    id: 'fator',
    header: 'Segundo fator',
    cell: (um) => <Chip tom={um.segundo_fator ? 'success' : 'neutral'}>{um.segundo_fator ? 'Ativo' : 'Não'}</Chip>,
  },
  {
    id: 'entrada',
    header: 'Última entrada',
    cell: (um) => (
      <span className="cinza">{um.ultima_entrada_em ? ultimaVez(um.ultima_entrada_em, agora()) : 'nunca'}</span>
    ),
    minima: 1000,
  },
  {
    id: 'acoes',
    header: <span className="so-leitor">Ações</span>,
    cell: (um) => <Acoes um={um} />,
    direita: true,
    largura: 64,
  },
]
