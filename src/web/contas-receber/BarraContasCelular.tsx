import AddOutlined from '@mui/icons-material/AddOutlined'
import FilterListOutlined from '@mui/icons-material/FilterListOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Fab from '@mui/material/Fab'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { Entrada, Escolha } from '#web/ui/entradas.tsx'
import { lerDinheiro, valor } from '#web/ui/formatos.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { BarraProps } from './BarraContas.tsx'
import { novaConta } from './dialogos.tsx'
import { FiltroImportacao } from './FiltroImportacao.tsx'
import { FAIXAS, filtrosEmPalavras, guardarStatus, ORDENS, SEM_FILTROS, STATUS, statusDe } from './filtros.ts'
import { MaisDaLista } from './MaisDaLista.tsx'

/** On a phone: the search, the filters in a sheet from below, and the one action as a floating button. */
export function BarraContasCelular({ filtros, mudar, aoExportar }: BarraProps) {
  const [aberta, setAberta] = useState(false)
  const quantos = filtrosEmPalavras(filtros).length
  return (
    <Box className="so-na-tela" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <SearchField
          rotulo="Número, cliente ou documento"
          largura="100%"
          valor={filtros.busca}
          aoMudar={(busca) => mudar({ busca })}
        />
      </Box>
      <Badge badgeContent={quantos} color="primary" overlap="circular" slotProps={{ badge: { 'aria-hidden': true } }}>
        <IconButton
          aria-label={quantos ? `Filtros, ${quantos} em uso` : 'Filtros'}
          aria-haspopup="dialog"
          onClick={() => setAberta(true)}
        >
          <FilterListOutlined sx={{ fontSize: 20 }} />
        </IconButton>
      </Badge>
      <MaisDaLista aoExportar={aoExportar} aoImportar={() => mudar({ importar: 'xml' }, { empurrar: true })} />
      <Fab
        className="flutuante"
        color="primary"
        aria-label="Nova conta"
        onClick={() => void novaConta()}
        sx={{ position: 'fixed', right: 16, bottom: 16, zIndex: 3, boxShadow: '0 4px 16px rgb(16 32 56 / .20)' }}
      >
        <AddOutlined />
      </Fab>
      <Drawer
        anchor="bottom"
        open={aberta}
        onClose={() => setAberta(false)}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Filtros',
            sx: { borderRadius: '16px 16px 0 0', maxHeight: '90dvh' },
          },
        }}
      >
        <Folha filtros={filtros} mudar={mudar} aoFechar={() => setAberta(false)} />
      </Drawer>
    </Box>
  )
}

function Folha({ filtros, mudar, aoFechar }: Omit<BarraProps, 'aoExportar'> & { aoFechar: () => void }) {
  const par = { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }
  return (
    <>
      <Box sx={{ display: 'grid', gap: 1, px: 4, pt: 5, pb: 2, overflowY: 'auto' }}>
        {filtros.importacao_id && <FiltroImportacao id={Number(filtros.importacao_id)} />}
        <Escolha
          rotulo="Situação"
          vazio="Todas"
          valor={statusDe(filtros) ?? ''}
          opcoes={STATUS}
          aoMudar={(status) => mudar({ status: guardarStatus(status || undefined) })}
        />
        <Escolha
          rotulo="Atraso"
          vazio="Qualquer"
          valor={filtros.faixa ?? ''}
          opcoes={FAIXAS}
          aoMudar={(faixa) => mudar({ faixa: faixa || undefined })}
        />
        <Box sx={par}>
          {(['vencimento_de', 'vencimento_ate'] as const).map((nome) => (
            <Entrada
              key={nome}
              type="date"
              rotulo={nome === 'vencimento_de' ? 'Vence desde' : 'Vence até'}
              value={filtros[nome] ?? ''}
              onChange={(evento) => mudar({ [nome]: evento.target.value || undefined })}
            />
          ))}
        </Box>
        <Box sx={par}>
          {(['valor_min', 'valor_max'] as const).map((nome) => (
            <Dinheiro
              key={nome}
              rotulo={nome === 'valor_min' ? 'Valor desde' : 'Valor até'}
              de={filtros[nome]}
              aoMudar={(lido) => mudar({ [nome]: lido })}
            />
          ))}
        </Box>
        <Escolha
          rotulo="Ordem"
          valor={filtros.ordenar ?? 'vencimento'}
          opcoes={ORDENS}
          aoMudar={(ordenar) => mudar({ ordenar })}
        />
      </Box>
      <Box sx={{ display: 'flex', gap: 2, p: 4, borderTop: '1px solid', borderColor: 'divider' }}>
        <Button onClick={() => mudar(SEM_FILTROS)}>Limpar</Button>
        <Button variant="contained" sx={{ flex: 1, minHeight: 44 }} onClick={aoFechar}>
          Ver contas
        </Button>
      </Box>
    </>
  )
}

interface DinheiroProps {
  rotulo: string
  de: string | undefined
  aoMudar: (valor: string | undefined) => void
}

function Dinheiro({ rotulo, de, aoMudar }: DinheiroProps) {
  const [texto, setTexto] = useState(de ? valor(Number(de)) : '')
  const lido = lerDinheiro(texto)
  const erro = texto !== '' && lido === null
  return (
    <Entrada
      rotulo={rotulo}
      prefixo="R$"
      placeholder="0,00"
      atributos={{ inputMode: 'decimal' }}
      value={texto}
      onChange={(evento) => setTexto(evento.target.value)}
      onBlur={() => !erro && aoMudar(lido === null ? undefined : String(lido))}
      erro={erro ? 'Por exemplo 1.234,56.' : undefined}
    />
  )
}
