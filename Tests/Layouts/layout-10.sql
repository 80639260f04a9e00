BEGIN TRANSACTION;
CREATE TABLE boot (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    reading_ns INTEGER NOT NULL,
    wall_ns INTEGER NOT NULL,
    is_synchronised INTEGER NOT NULL
) STRICT;
INSERT INTO boot VALUES(1,'00000000-1111-4222-8333-444444444444',43455510044359,1795414899505313013,0);
CREATE TABLE run (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    egg TEXT NOT NULL,
    started_ns INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    ending TEXT NOT NULL,
    ended_ns INTEGER NOT NULL,
    overdue_ns INTEGER NOT NULL,
    pauses TEXT NOT NULL
, is_estimated INTEGER NOT NULL DEFAULT 0, boot TEXT, offset_ns INTEGER, past_shift_ns INTEGER, past_until_ns INTEGER, run_id TEXT, sound TEXT) STRICT;
INSERT INTO run VALUES(1,'mistake','hard',1795414897824334719,720000000000,'cancelled',1795414897871812548,0,'',0,'00000000-1111-4222-8333-444444444444',1795371443995267743,NULL,NULL,'31559371753ad53e',NULL);
INSERT INTO run VALUES(2,'timer','custom',1795414897892836702,180000000000,'cancelled',1795414897910312779,0,'',0,'00000000-1111-4222-8333-444444444444',1795371443995267753,NULL,NULL,'372adfb7197de695',NULL);
INSERT INTO run VALUES(3,'toast','custom',1795414897921464485,1000000000,'dismissed',1795414899280009803,358545318,'',0,'00000000-1111-4222-8333-444444444444',1795371443995267744,NULL,NULL,'bc3eabed218916a1',NULL);
CREATE TABLE kitchen (key INTEGER PRIMARY KEY CHECK (key = 1), raw_egg TEXT NOT NULL) STRICT;
INSERT INTO kitchen VALUES(1,'68.0 20.0 0.0');
CREATE TABLE IF NOT EXISTS "timer" (
    run_id TEXT NOT NULL,
    id INTEGER NOT NULL,
    boot INTEGER NOT NULL REFERENCES boot (key),
    name TEXT NOT NULL,
    egg TEXT NOT NULL,
    duration_ns INTEGER NOT NULL,
    state TEXT NOT NULL,
    deadline_ns INTEGER,
    until_ns INTEGER,
    remaining_ns INTEGER,
    started_ns INTEGER NOT NULL,
    pauses TEXT NOT NULL,
    -- What its instants rest on while the clock can't be trusted: an earlier boot, and where that is taken to lie.
    estimate_boot INTEGER REFERENCES boot (key),
    estimate_origin_ns INTEGER,
    estimate_since_ns INTEGER,
    -- Whether the warning before the deadline has been given.
    is_warned INTEGER NOT NULL,
    -- The egg as it went in: grams, degrees Celsius and metres above sea level; null if it isn't known.
    raw_egg TEXT,
    -- The timer's group and its number of eggs, and how long these cook after their cue, which is still to come.
    group_name TEXT,
    egg_count INTEGER,
    after_cue_ns INTEGER,
    -- What an undo of the last command would do: whether that started or removed the timer, and when.
    undo TEXT,
    undo_ns INTEGER,
    -- The name of the alarm's sound; null for the usual one.
    sound TEXT
) STRICT;
INSERT INTO timer VALUES('692f3c4dbc107a4e',4,1,'rung','custom',1000000000,'ringing',43454935964289,44054937964764,NULL,43453935964289,'',NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO timer VALUES('1773691f38a3b8bf',5,1,'snoozed','custom',1000000000,'snoozed',43454952795167,45255308823919,NULL,43453952795167,'',NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO timer VALUES('581315765aef33da',6,1,'egg','soft',300000000000,'cooking',43755318166102,NULL,NULL,43455318166102,'',NULL,NULL,NULL,0,'58.0 4.0 0.0',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO timer VALUES('b383e930d090f5c0',7,1,'timer','custom',600000000000,'cooking',44055337446161,NULL,NULL,43455337446161,'',NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO timer VALUES('d9fef69847ef5be2',8,1,'pan','hard',750000000000,'paused',NULL,NULL,749961755882,43455366234603,'43455376425942+25579404 43455430058125+',NULL,NULL,NULL,0,'58.0 4.0 0.0',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO timer VALUES('4ba29c879a76bfec',9,1,'2 soft eggs','soft',420000000000,'cooking',43875444560859,NULL,NULL,43455444560859,'',NULL,NULL,NULL,0,'58.0 4.0 0.0','pot',2,300000000000,'started',43455444560859,NULL);
INSERT INTO timer VALUES('9b81e443da9822c9',10,1,'1 hard egg','hard',720000000000,'cooking',44175444560859,NULL,NULL,43455444560859,'',NULL,NULL,NULL,0,'58.0 4.0 0.0','pot',1,NULL,'started',43455444560859,NULL);
CREATE TABLE answer (call TEXT NOT NULL UNIQUE, reply TEXT NOT NULL) STRICT;
INSERT INTO answer VALUES('io.eggtimer.Timers.Pause tap-1','{"parameters":{}}');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('run',3);
INSERT INTO sqlite_sequence VALUES('run',3);
CREATE UNIQUE INDEX timer_key ON timer (run_id, (ifnull(undo, 'started') <> 'started'));
PRAGMA user_version=10;
COMMIT;
