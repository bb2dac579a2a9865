import AddOutlined from '@mui/icons-material/AddOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { FiltroMenu } from '#web/ui/FiltroMenu.tsx'
import { dia, valor } from '#web/ui/formatos.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { Filtros, useFiltros } from '#web/ui/useFiltros.ts'
import { novaConta } from './dialogos.tsx'
import { FiltroImportacao } from './FiltroImportacao.tsx'
import {
  FAIXAS,
  filtrosEmPalavras,
  guardarStatus,
  lerReais,
  ORIGENS,
  SEM_FILTROS,
  STATUS,
  statusDe,
} from './filtros.ts'
import { MaisDaLista } from './MaisDaLista.tsx'

export interface BarraProps {
  filtros: Filtros
  mudar: ReturnType<typeof useFiltros>['mudar']
  aoExportar: () => Promise<void>
}

/** The search, a button for each filter, and what may be done with the list. */
export function BarraContas({ filtros, mudar, aoExportar }: BarraProps) {
  const filtrada = filtros.status !== undefined || filtrosEmPalavras(filtros).length > 0
  return (
    <Box
      className="so-na-tela"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        // Two filters in use and every action fit beside the open drawer.
        '& .MuiButton-root:not([aria-label])': { px: 3 },
      }}
    >
      <Box sx={{ flex: '1 1 172px', maxWidth: 252 }}>
        <SearchField
          rotulo="Número, cliente ou documento"
          largura="100%"
          valor={filtros.busca}
          aoMudar={(busca) => mudar({ busca })}
        />
      </Box>
      <FiltroMenu
        rotulo="Situação"
        valor={statusDe(filtros)}
        opcoes={STATUS}
        aoMudar={(status) => mudar({ status: guardarStatus(status) })}
      />
      <FiltroMenu rotulo="Atraso" valor={filtros.faixa} opcoes={FAIXAS} aoMudar={(faixa) => mudar({ faixa })} />
      <FiltroIntervalo
        rotulo="Vencimento"
        de={filtros.vencimento_de}
        ate={filtros.vencimento_ate}
        escrever={dia}
        campo={{ type: 'date' }}
        aoMudar={(vencimento_de, vencimento_ate) => mudar({ vencimento_de, vencimento_ate })}
      />
      <FiltroIntervalo
        rotulo="Valor"
        de={filtros.valor_min}
        ate={filtros.valor_max}
        escrever={(texto) => valor(Number(texto))}
        ler={lerReais}
        campo={{ prefixo: 'R$', placeholder: '0,00', atributos: { inputMode: 'decimal' } }}
        aoMudar={(valor_min, valor_max) => mudar({ valor_min, valor_max })}
      />
      {/* Nobody starts from it; the dashboard leads here with it. */}
      {filtros.origem && (
        <FiltroMenu rotulo="Origem" valor={filtros.origem} opcoes={ORIGENS} aoMudar={(origem) => mudar({ origem })} />
      )}
      {filtros.importacao_id && <FiltroImportacao id={Number(filtros.importacao_id)} />}
      {filtrada && (
        <Button sx={{ minWidth: 0 }} onClick={() => mudar(SEM_FILTROS)}>
          Limpar
        </Button>
      )}
      <Box sx={{ display: 'flex', gap: 1.5, ml: 'auto' }}>
        <MaisDaLista aoExportar={aoExportar} />
        <Button
          variant="outlined"
          startIcon={<UploadFileOutlined />}
          onClick={() => mudar({ importar: 'xml' }, { empurrar: true })}
        >
          Importar XML
        </Button>
        <Button variant="contained" startIcon={<AddOutlined />} onClick={() => void novaConta()}>
          Nova conta
        </Button>
      </Box>
    </Box>
  )
}
